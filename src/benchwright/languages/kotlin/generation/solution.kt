/** The running totals; after one that exceeds the limit, the next starts from 0. */
fun runningTotals(numbers: List<Int>, limit: Int): List<Int> {
    val totals = mutableListOf<Int>()
    var total = 0
    for (number in numbers) {
        total += number
        totals.add(total)
        if (total > limit) {
            total = 0
        }
    }
    return totals
}
