// control: writes, reads and removes files, many of them open at once, and leaves one with the name of the tests.
import java.io.*;
import java.nio.file.*;
import java.util.*;

public class Ballot {
    static {
        try {
            Path folder = Files.createTempDirectory("votes");
            List<Closeable> open = new ArrayList<>();
            for (int i = 0; i < 100; i++) open.add(new FileOutputStream(folder.resolve("file" + i).toFile()));
            for (Closeable each : open) each.close();
            Files.writeString(Path.of("Tests.java"), "class Main {}");
            Files.writeString(Path.of("Main.class"), "no class");
            if (!Files.readString(Path.of("Tests.java")).contains("Main")) throw new IllegalStateException();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
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
        List<String> names = ranking(text);
        if (names.isEmpty()) throw new IllegalArgumentException("nobody has voted");
        return names.get(0);
    }
}
