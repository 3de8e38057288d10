proc check {actual expected} {
    if {$actual ne $expected} { error "got $actual instead of $expected" }
}

proc test_running_totals {} {
    check [running_totals {3 4 5} 6] "3 7 5"
    check [running_totals {10 -4 2} 5] "10 -4 -2"
    check [running_totals {5 5 5} 5] "5 10 5"
}

test_running_totals
