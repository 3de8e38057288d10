void testInput(List<int> numbers, int limit) {
  print('$numbers $limit -> ${runningTotals(numbers, limit)}');
}

void main() {
  testInput([3, 4, 5], 6);
  testInput([10, -4, 2], 5);
  testInput([5, 5, 5], 5);
}
