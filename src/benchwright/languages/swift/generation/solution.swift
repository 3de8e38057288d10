/// The running totals; after one that exceeds the limit, the next starts from 0.
func runningTotals(_ numbers: [Int], limit: Int) -> [Int] {
    var totals: [Int] = []
    var total = 0
    for number in numbers {
        total += number
        totals.append(total)
        if total > limit { total = 0 }
    }
    return totals
}
