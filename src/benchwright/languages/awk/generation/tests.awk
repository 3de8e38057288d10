function check(text, limit, expected,    numbers, count, actual) {
    count = split(text, numbers, " ")
    actual = running_totals(numbers, count, limit)
    if (actual != expected) {
        print actual " instead of " expected > "/dev/stderr"
        exit 1
    }
}

BEGIN {
    check("3 4 5", 6, "3 7 5")
    check("10 -4 2", 5, "10 -4 -2")
    check("5 5 5", 5, "5 10 5")
}
