function test_input(text, limit,    numbers, count) {
    count = split(text, numbers, " ")
    print "[" text "] " limit " -> [" running_totals(numbers, count, limit) "]"
}

BEGIN {
    test_input("3 4 5", 6)
    test_input("10 -4 2", 5)
    test_input("5 5 5", 5)
}
