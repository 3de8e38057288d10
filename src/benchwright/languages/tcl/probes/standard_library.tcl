# Tcl 8.6 with its packages, objects and coroutines.
package require Tcl 8.6
package require tcltest
package require msgcat
oo::class create Counter {
    variable n
    constructor {} { set n 0 }
    method next {} { incr n }
}
set counter [Counter new]
$counter next
if {[$counter next] != 2} { error objects }
proc numbers {} { yield; foreach n {1 2} { yield $n }; return 3 }
coroutine each numbers
if {[each] + [each] != 3} { error coroutines }
if {[dict get {a 1 b 2} b] != 2 || 2**70 != 1180591620717411303424} { error values }
try { expr {1 / 0} } trap {ARITH DIVZERO} {} { puts complete }
