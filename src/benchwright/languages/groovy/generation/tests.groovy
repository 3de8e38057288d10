void testRunningTotals() {
    assert runningTotals([3, 4, 5], 6) == [3, 7, 5]
    assert runningTotals([10, -4, 2], 5) == [10, -4, -2]
    assert runningTotals([5, 5, 5], 5) == [5, 10, 5]
}

testRunningTotals()
