import java.util.List;

public class Main {
    static void testInput(List<Integer> numbers, int limit) {
        System.out.println(numbers + " " + limit + " -> " + Totals.runningTotals(numbers, limit));
    }

    public static void main(String[] args) {
        testInput(List.of(3, 4, 5), 6);
        testInput(List.of(10, -4, 2), 5);
        testInput(List.of(5, 5, 5), 5);
    }
}
