fun testRunningTotals() {
    check(runningTotals(listOf(3, 4, 5), 6) == listOf(3, 7, 5)) { "an exceeding total" }
    check(runningTotals(listOf(10, -4, 2), 5) == listOf(10, -4, -2)) { "negative numbers" }
    check(runningTotals(listOf(5, 5, 5), 5) == listOf(5, 10, 5)) { "a total at the limit" }
}

fun main() {
    testRunningTotals()
}
