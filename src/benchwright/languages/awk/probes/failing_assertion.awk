@include "assert"
BEGIN {
    print "before"
    assert(1 + 1 == 3, "1 + 1 == 3")
}
