// control: gives names of the library to types of its own: those that problems ask for, and those that tests check
// with.
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;

class Process {
    final Record record = new Record();
}

class Record {
    int number = 1;
}

class Error {
    String message;
}

class Objects {
    final java.util.List<Object> all = new ArrayList<>();
}

class List<T> {
    T head;
    List<T> tail;
}

class Stack<T> extends ArrayList<T> {}

class Module {}

public class Ballot {
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
        Stack<String> names = new Stack<>();
        names.addAll(counts.keySet());
        names.sort((a, b) -> counts.get(b) - counts.get(a));
        return names;
    }

    public static String winner(String text) {
        java.util.List<String> names = ranking(text);
        if (names.isEmpty()) throw new IllegalArgumentException("nobody has voted");
        return names.get(new Process().record.number - 1);
    }
}
