// control: changes what all of the program shares: streams, locale, properties, names of threads, random seeds.
import java.io.*;
import java.util.*;

public class Ballot {
    static {
        System.setOut(new PrintStream(new ByteArrayOutputStream()));
        System.err.close();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
        System.setProperty("line.separator", "|");
        System.setProperty("java.class.path", "");
        System.setProperty("user.dir", "/");
        System.clearProperty("java.io.tmpdir");
        Thread.currentThread().setName("Tests.java:1");
        Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
        Thread.currentThread().setContextClassLoader(null);
        Ballot.class.getClassLoader().setDefaultAssertionStatus(false);
        System.out.println("unseen");
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
