// control: returns other kinds of lists and numbers than the reference, which are equal all the same.
import java.util.*;
import java.util.concurrent.CopyOnWriteArrayList;

public class Ballot {
    private static Map<String, Integer> count(String text) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String name : text.split("\\s+")) {
            if (!name.isEmpty()) counts.merge(name, 1, Integer::sum);
        }
        return counts;
    }

    @SuppressWarnings("removal")
    public static Integer votes(String text, String name) {
        return new Integer(count(text).getOrDefault(name, 0));
    }

    public static Object share(String text, String name) {
        int all = count(text).values().stream().reduce(0, Integer::sum);
        return Integer.valueOf(100 * votes(text, name) / Math.max(1, all));
    }

    public static Collection<String> ranking(String text) {
        Map<String, Integer> counts = count(text);
        List<String> names = new CopyOnWriteArrayList<>(counts.keySet());
        names.sort(Comparator.comparing(counts::get, Comparator.reverseOrder()));
        return Collections.unmodifiableList(names);
    }

    public static <T extends Comparable<String>> Comparable<String> winner(String text) {
        for (String name : ranking(text)) return new String(name.toCharArray());
        throw new IllegalArgumentException();
    }
}
