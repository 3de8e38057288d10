/// The running totals; after one that exceeds the limit, the next starts from 0.
int[] runningTotals(const int[] numbers, int limit) {
    int[] totals;
    int total = 0;
    foreach (number; numbers) {
        total += number;
        totals ~= total;
        if (total > limit) total = 0;
    }
    return totals;
}
