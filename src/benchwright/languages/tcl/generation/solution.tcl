# The running totals; after one that exceeds the limit, the next starts from 0.
proc running_totals {numbers limit} {
    set totals {}
    set total 0
    foreach number $numbers {
        incr total $number
        lappend totals $total
        if {$total > $limit} { set total 0 }
    }
    return $totals
}
