/** The running totals; after one that exceeds the limit, the next starts from 0. */
List<Integer> runningTotals(List<Integer> numbers, int limit) {
    int total = 0
    List<Integer> totals = []
    for (number in numbers) {
        total += number
        totals << total
        if (total > limit) total = 0
    }
    return totals
}
