/// The running totals; after one that exceeds the limit, the next starts from 0.
List<int> runningTotals(List<int> numbers, int limit) {
  final totals = <int>[];
  var total = 0;
  for (final number in numbers) {
    total += number;
    totals.add(total);
    if (total > limit) total = 0;
  }
  return totals;
}
