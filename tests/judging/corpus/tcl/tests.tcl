proc check {got want} {
    if {$got ne $want} { error "got $got instead of $want" }
}

proc test_minutes {} {
    check [minutes 09:30] 570
    check [minutes 00:00] 0
    if {![catch {minutes 24:61}]} { error "24:61 was taken for a time" }
}

test_minutes
check [clock_text 570] "09:30"
check [clock_text -60] "23:00"
if {[between 22:30 06:00] != 450} {
    puts stderr "between"
    exit 1
}
puts done
