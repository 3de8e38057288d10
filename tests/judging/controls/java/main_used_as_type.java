// control: has a class Main of its own that it uses as a type between its methods.
import java.util.*;

public class Main {
    final Map<String, Integer> counts = new TreeMap<>();

    Main(String text) {
        for (String name : text.split("\\s+")) {
            if (!name.isEmpty()) counts.merge(name, 1, Integer::sum);
        }
    }

    public static void main(String[] args) {
        System.out.println(new Main("a b").counts);
    }
}

class Ballot {
    private static int of(Main main, String name) {
        return main.counts.getOrDefault(name, 0);
    }

    public static int votes(String text, String name) {
        return of(new Main(text), name);
    }

    public static int share(String text, String name) {
        int all = new Main(text).counts.values().stream().mapToInt(Integer::intValue).sum();
        return all == 0 ? 0 : 100 * votes(text, name) / all;
    }

    public static List<String> ranking(String text) {
        Main main = new Main(text);
        List<String> names = new ArrayList<>(main.counts.keySet());
        names.sort((a, b) -> of(main, b) - of(main, a));
        return names;
    }

    public static String winner(String text) {
        List<String> names = ranking(text);
        if (names.isEmpty()) throw new IllegalArgumentException("nobody has voted");
        return names.get(0);
    }
}
