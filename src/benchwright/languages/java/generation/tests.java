import java.util.List;

public class Main {
    static void check(Object actual, Object expected) {
        if (!expected.equals(actual)) {
            throw new AssertionError(actual + " instead of " + expected);
        }
    }

    public static void main(String[] args) {
        check(Totals.runningTotals(List.of(3, 4, 5), 6), List.of(3, 7, 5));
        check(Totals.runningTotals(List.of(10, -4, 2), 5), List.of(10, -4, -2));
        check(Totals.runningTotals(List.of(5, 5, 5), 5), List.of(5, 10, 5));
    }
}
