// control: reads all of its input, and closes it.
import java.io.*;
import java.util.*;

public class Ballot {
    static final int LINES;

    static {
        int lines = 0;
        try (Scanner scanner = new Scanner(System.in)) {
            while (scanner.hasNextLine()) {
                scanner.nextLine();
                lines++;
            }
        }
        LINES = lines;
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
