# control: has names and texts beyond ASCII.
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

set größe "zwölf → 12"
proc länge {text} { string length $text }
if {[länge ${größe}] != 10} { error "länge" }
