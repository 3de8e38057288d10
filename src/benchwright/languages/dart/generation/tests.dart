void check(List<int> actual, List<int> expected) {
  if (actual.join(',') != expected.join(',')) {
    throw Exception('$actual instead of $expected');
  }
}

void main() {
  check(runningTotals([3, 4, 5], 6), [3, 7, 5]);
  check(runningTotals([10, -4, 2], 5), [10, -4, -2]);
  check(runningTotals([5, 5, 5], 5), [5, 10, 5]);
}
