/** The running totals; after one that exceeds the limit, the next starts from 0. */
function runningTotals(numbers: readonly number[], limit: number): number[] {
  const totals: number[] = [];
  let total = 0;
  for (const number of numbers) {
    total += number;
    totals.push(total);
    if (total > limit) total = 0;
  }
  return totals;
}
