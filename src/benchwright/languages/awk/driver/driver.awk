# Precedes the solution and the tests, and proves that the tests ran to completion. The protocol is described in
# benchwright/languages/join.py. AWK has no variables that only one file can see: the canary detects what a solution
# that knows these names could do.

BEGIN {
    getline benchwright_nonce < "/dev/fd/3"
    close("/dev/fd/3")
    printf "" > "/dev/fd/4"
    system("exec rm -f driver.awk tests.awk end.awk")
}

# If the tests have END rules, those run later. Otherwise nothing of the solution may run from here on.
END {
    benchwright_ending = 1
    if (benchwright_told && !BENCHWRIGHT_LATER)
        exit benchwright_status
}

function benchwright_say(text) {
    gsub(/[\000-\010\013-\037]/, " ", text)
    printf "%s\t%s\n", benchwright_nonce, text > "/dev/fd/4"
    fflush("/dev/fd/4")
}

function benchwright_field(text) {
    gsub(/[\t\n]/, " ", text)
    return substr(text, 1, 200)
}

# Called when a test returned.
function benchwright_unit(name, result) {
    if (!(name in benchwright_known) && benchwright_units < 200)
        benchwright_names[++benchwright_units] = name
    benchwright_known[name]
    return result
}

function benchwright_tell_units(   number) {
    benchwright_told = 1
    for (number = 1; number <= benchwright_units; number++)
        benchwright_say("unit\t" benchwright_field(benchwright_names[number]) "\tpassed\t\t")
}

function benchwright_finish() {
    if (benchwright_told)
        return
    benchwright_tell_units()
    benchwright_say("end\t" (benchwright_units ? benchwright_units : BENCHWRIGHT_HAS_CODE) "\t0\t0")
}

function benchwright_fail(kind, name, line, message) {
    if (benchwright_told)
        return
    benchwright_tell_units()
    benchwright_say("fail\t" kind "\t" name "\ttests.awk:" line "\t" benchwright_field(message))
}

# Replaces the value of an exit in the tests.
function benchwright_exit(line, status) {
    benchwright_status = status + 0
    if (benchwright_status)
        benchwright_fail("exit", "exit", line, "status " benchwright_status)
    else if (benchwright_ending || !BENCHWRIGHT_LATER)
        benchwright_finish()
    return benchwright_status
}

# Replaces the function from gawk's library.
function benchwright_assert(line, condition, text) {
    if (condition)
        return
    print "tests.awk:" line ": assertion failed: " text > "/dev/stderr"
    benchwright_fail("assertion", "assert", line, text)
    benchwright_status = 1
    exit 1
}
