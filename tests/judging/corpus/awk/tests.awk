function check(got, want, what) {
    if (got != want) {
        printf "%s: got %s instead of %s\n", what, got, want > "/dev/stderr"
        exit 1
    }
}

function test_minutes() {
    check(minutes("09:30"), 570, "half past nine")
    check(minutes("00:00"), 0, "midnight")
    check(minutes("24:61"), -1, "no time")
}

BEGIN {
    test_minutes()
    check(clock_text(570), "09:30", "clock_text")
    if (clock_text(-60) != "23:00") {
        print "before midnight" > "/dev/stderr"
        exit 2
    }
    failed = between("22:30", "06:00") != 450
    exit failed ? 1 : 0
}
