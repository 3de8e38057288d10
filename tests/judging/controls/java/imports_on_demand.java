// control: imports whole packages, one of which has another List than the tests mean.
import static java.lang.Math.*;
import static java.util.stream.Collectors.*;

import java.awt.*;
import java.sql.*;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;

public class Ballot {
    static final Point ORIGIN = new Point(max(0, -1), 0);

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

    public static java.util.List<String> ranking(String text) {
        Map<String, Integer> counts = count(text);
        return counts.keySet().stream().sorted((a, b) -> counts.get(b) - counts.get(a)).collect(toList());
    }

    public static String winner(String text) {
        if (text.isBlank()) throw new IllegalArgumentException("nobody has voted");
        return ranking(text).get(ORIGIN.x);
    }
}
