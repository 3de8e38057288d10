# control: works in a namespace and exports its procedures.
namespace eval ::times {
    namespace export minutes clock_text between
    variable note "proc main {} { error {failed} }"
}
namespace eval ::times {
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
}
namespace import ::times::*
