func testInput(_ numbers: [Int], limit: Int) {
    print("\(numbers) \(limit) -> \(runningTotals(numbers, limit: limit))")
}

testInput([3, 4, 5], limit: 6)
testInput([10, -4, 2], limit: 5)
testInput([5, 5, 5], limit: 5)
