// control: prints five megabytes, without an end of line at the end.
import java.util.*;

public class Ballot {
    static {
        String line = "AssertionError ".repeat(64);
        for (int written = 0; written < 5_000_000; written += line.length()) System.out.print(line);
    }

    private static Map<String, Integer> count(String text) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String name : text.split("\\s+")) {
            if (!name.isEmpty()) counts.merge(name, 1, Integer::sum);
        }
        return counts;
    }

    public static int votes(String text, String name) {
        return count(text).getOrDefault(name, 0);
    }

    public static int share(String text, String name) {
        int all = count(text).values().stream().mapToInt(Integer::intValue).sum();
        return all == 0 ? 0 : 100 * votes(text, name) / all;
    }

    public static List<String> ranking(String text) {
        Map<String, Integer> counts = count(text);
        List<String> names = new ArrayList<>(counts.keySet());
        names.sort((a, b) -> counts.get(b) - counts.get(a));
        return names;
    }

    public static String winner(String text) {
        List<String> names = ranking(text);
        if (names.isEmpty()) throw new IllegalArgumentException("nobody has voted");
        return names.get(0);
    }
}
