# control: raises and catches errors, and evaluates scripts.
proc minutes {text} {
    if {![regexp {^(\d\d):(\d\d)$} $text -> hour minute]} { error "no time: $text" }
    scan $hour %d hour
    scan $minute %d minute
    if {$hour > 23 || $minute > 59} { error "no time: $text" }
    return [expr {$hour * 60 + $minute}]
}

proc clock_text {total} {
    set total [expr {$total % 1440}]
    return [format %02d:%02d [expr {$total / 60}] [expr {$total % 60}]]
}

proc between {from to} {
    return [expr {([minutes $to] - [minutes $from]) % 1440}]
}

catch { error "Assertion failed" }
foreach n {1 2 3} { eval { if {$n == 2} break } }
if {$n != 2} { error "eval does not break" }
proc local {} { set a 1; eval { set b $a }; eval set c 3; return $b$c }
if {[local] ne "13"} { error "eval has no locals" }
try { expr {1 / 0} } on error {} {}
