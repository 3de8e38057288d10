func testRunningTotals() {
    assert(runningTotals([3, 4, 5], limit: 6) == [3, 7, 5])
    assert(runningTotals([10, -4, 2], limit: 5) == [10, -4, -2])
    assert(runningTotals([5, 5, 5], limit: 5) == [5, 10, 5])
}

testRunningTotals()
