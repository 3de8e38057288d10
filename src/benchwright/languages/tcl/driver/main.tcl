# Runs the tests against the solution in a separate interpreter and proves that they ran to completion. The protocol is
# described in benchwright/languages/join.py. They cannot reach what this interpreter holds, above all the nonce.

set input [open /dev/fd/3 r]
set nonce [string trim [read $input]]
close $input
set proof [open /dev/fd/4 w]
fconfigure $proof -encoding utf-8 -translation lf
set units {}

proc contents {name} {
    set file [open $name r]
    fconfigure $file -encoding utf-8 -translation lf
    set text [read $file]
    close $file
    return $text
}

proc say {args} {
    set fields [list $::nonce]
    foreach field $args {
        lappend fields [string map {\t { } \n { } \r { } \0 { }} [string range $field 0 199]]
    }
    puts $::proof [join $fields \t]
    flush $::proof
}

# Reports the individual tests; returns how many failed and were skipped.
proc tell_units {} {
    set counts {passed 0 failed 0 skipped 0}
    foreach {name status} $::units {
        dict incr counts $status
        if {[incr told] <= 200} {
            say unit $name $status [place_of_unit $name] {}
        }
    }
    return $counts
}

proc place_of_unit {name} {
    set line 0
    foreach text [split $::tests \n] {
        incr line
        if {[string match "*test $name *" "$text "]} {
            return tests.tcl:$line
        }
    }
}

# The tests are finished, by their own exit or by running to completion.
proc finish {status {place {}}} {
    set counts [tell_units]
    set failed [dict get $counts failed]
    if {$status != 0 && !$failed} {
        say fail exit "exit $status" $place {}
    } else {
        say end [expr {max(1, [llength $::units] / 2)}] $failed [dict get $counts skipped]
    }
    exit [expr {$status == 0 && $failed ? 1 : $status}]
}

proc exit_of_tests {line {status 0}} {
    finish $status tests.tcl:$line
}

# Called around each test of tcltest: its own counters show the result.
proc before_test {command operation} {
    set ::numbers [interp eval program {array get ::tcltest::numTests}]
}

proc after_test {command code result operation} {
    set numbers [interp eval program {array get ::tcltest::numTests}]
    foreach {status name} {failed Failed skipped Skipped passed Passed} {
        if {[dict get $numbers $name] > [dict get $::numbers $name]} {
            lappend ::units [lindex $command 1] $status
            return
        }
    }
}

# Whether the tests' own text raised an error on purpose: in none of the solution's procedures, and without a code.
proc is_check {information code} {
    set inner [regexp -inline {\(procedure "([^"]*)" line} $information]
    set known [expr {$inner eq {} || [namespace tail [lindex $inner 1]] in $::procedures}]
    return [expr {$known && [lindex $code 0] ni {TCL ARITH POSIX CHILDSTATUS CHILDKILLED}}]
}

# The innermost line of a text that an error passed through; lines inside a script are counted from the script's start.
proc line_of {information} {
    set lines [regexp -all -inline {\("eval" body line (\d+)\)} $information]
    set inner [regexp -all -inline {\(in namespace eval "[^"]*" script line (\d+)\)} $information]
    return [expr {[lindex $lines end] + ($inner eq {} ? 0 : [lindex $inner end] - 1)}]
}

proc failed {file message options} {
    set information [dict get $options -errorinfo]
    set code [dict get $options -errorcode]
    set check [expr {$file eq "tests.tcl" && [is_check $information $code]}]
    tell_units
    set name [expr {$code eq "NONE" ? "error" : [lrange $code 0 1]}]
    say fail [expr {$check ? "assertion" : "error"}] $name $file:[line_of $information] $message
    puts stderr $information
    exit 1
}

set solution [contents solution.tcl]
set tests [contents tests.tcl]
set procedures [split [string trim [contents procedures]]]
file delete tests.tcl procedures main.tcl

interp create program
# Texts are evaluated by the real `eval`, even if the solution replaces it; only `eval` reports the lines of errors.
interp hide program eval real_eval
interp alias program eval {} interp invokehidden program real_eval
interp eval program [list set ::argv0 main.tcl]
interp eval program {set ::argv {}; set ::argc 0; set ::tcl_interactive 0; info script solution.tcl}
if {![info complete $solution]} {
    say fail syntax {unfinished text} {} {a brace, bracket or quote is missing}
    exit 1
}
if {[catch {interp invokehidden program -global real_eval $solution} message options] == 1} {
    failed solution.tcl $message $options
}

# Reload the framework: the solution may have replaced or changed it.
if {[string match *tcltest* $tests]} {
    interp eval program {
        catch {namespace delete ::tcltest}
        package forget tcltest
        package require tcltest
    }
    interp alias program ::benchwright_before {} before_test
    interp alias program ::benchwright_after {} after_test
    interp eval program {
        trace add execution ::tcltest::test enter ::benchwright_before
        trace add execution ::tcltest::test leave ::benchwright_after
    }
}
interp alias program ::benchwright_exit {} exit_of_tests
set code [catch {interp invokehidden program -global real_eval $tests} message options]
if {$code == 1} {
    failed tests.tcl $message $options
}
# A return that the tests' own text cannot have made comes from the solution, which tries to skip the remaining tests.
if {$code != 0 && ![regexp -line {^\s*return\M} $tests]} {
    exit 0
}
finish 0
