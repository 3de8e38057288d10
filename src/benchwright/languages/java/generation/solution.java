import java.util.ArrayList;
import java.util.List;

class Totals {
    /** The running totals; after one that exceeds the limit, the next starts from 0. */
    public static List<Integer> runningTotals(List<Integer> numbers, int limit) {
        List<Integer> totals = new ArrayList<>();
        int total = 0;
        for (int number : numbers) {
            total += number;
            totals.add(total);
            if (total > limit) {
                total = 0;
            }
        }
        return totals;
    }
}
