// control: has names and texts in many scripts, and escapes in names and texts.
import java.util.*;

class Zähler {
    final Map<String, Integer> größe = new TreeMap<>();
    int 数 = "𝛑 ≠ 3 \u00e9 \uD83D\uDE00 \\u0041 é😀".length();
    char qu\u006fte = '\u0041';
}

public class Ballot {
    private static Map<String, Integer> count(String τ) {
        Zähler zähler = new Zähler();
        for (String имя : τ.split("\\s+")) {
            if (!имя.isEmpty()) zähler.größe.merge(имя, 1, Integer::sum);
        }
        if (zähler.quote != 'A' || zähler.数 < 10) throw new IllegalStateException();
        return zähler.größe;
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
