// control: throws and catches everything, also its own failing assertions and errors of the machine.
import java.util.*;

public class Ballot {
    static int deep(int n) {
        return deep(n + 1) + 1;
    }

    static {
        try {
            assert false : "assertions are on";
        } catch (AssertionError error) {
            System.err.println(error);
        }
        try {
            deep(0);
        } catch (StackOverflowError error) {
            System.err.println("too deep");
        }
        try {
            System.err.println(new long[Integer.MAX_VALUE].length);
        } catch (OutOfMemoryError error) {
            System.err.println("too much");
        }
        try {
            Object none = null;
            none.hashCode();
        } catch (Throwable error) {
            error.printStackTrace();
        } finally {
            System.err.println("done");
        }
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
        try {
            return ranking(text).get(0);
        } catch (IndexOutOfBoundsException error) {
            throw new NobodyException("nobody has voted", error);
        }
    }

    static class NobodyException extends IllegalArgumentException {
        NobodyException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
