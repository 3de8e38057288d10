fun testInput(numbers: List<Int>, limit: Int) {
    println("$numbers $limit -> ${runningTotals(numbers, limit)}")
}

fun main() {
    testInput(listOf(3, 4, 5), 6)
    testInput(listOf(10, -4, 2), 5)
    testInput(listOf(5, 5, 5), 5)
}
