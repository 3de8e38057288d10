# What gawk has beyond the standard, its library and other programs.
@include "join"

function fail(what) { print what; exit 1 }

BEGIN {
    n = split("c a b", letters)
    asort(letters)
    if (join(letters, 1, n, "-") != "a-b-c") fail("join")
    if (gensub(/(.)(.)/, "\\2\\1", "g", "abcd") != "badc") fail("gensub")
    if (and(12, 10) != 8 || strtonum("0x1F") != 31) fail("bits")
    if (strftime("%Y", 0, 1) != "1970") fail("time")
    "echo child" | getline line
    if (line != "child") fail("process")
    matrix["a"]["b"] = 1
    if (!isarray(matrix["a"]) || length("zwölf") != 5) fail("values")
    PROCINFO["sorted_in"] = "@ind_str_asc"
    function_name = "fail"
    print "complete"
}
