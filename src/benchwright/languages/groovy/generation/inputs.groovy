void testInput(List<Integer> numbers, int limit) {
    println "$numbers $limit -> ${runningTotals(numbers, limit)}"
}

testInput([3, 4, 5], 6)
testInput([10, -4, 2], 5)
testInput([5, 5, 5], 5)
