import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.text.NumberFormat;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Main {
    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    static double area(Shape shape) {
        return shape instanceof Circle circle ? Math.PI * circle.radius() * circle.radius() : 4;
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    public static void main(String[] args) throws Exception {
        check(BigInteger.TWO.pow(100).bitLength() == 101, "BigInteger");
        check(new BigDecimal("0.1").add(new BigDecimal("0.2")).equals(new BigDecimal("0.3")), "BigDecimal");
        check(LocalDate.of(2024, 2, 29).getDayOfWeek() == DayOfWeek.THURSDAY, "time");
        check(ZonedDateTime.of(2024, 7, 1, 0, 0, 0, 0, ZoneId.of("Europe/Berlin")).getOffset().toString().equals("+02:00"), "zones");
        check(NumberFormat.getInstance(Locale.GERMANY).format(1234.5).equals("1.234,5"), "locales");
        Map<Boolean, List<Integer>> parts = IntStream.range(0, 6).boxed().collect(Collectors.partitioningBy(n -> n % 2 == 0));
        check(parts.get(true).equals(List.of(0, 2, 4)), "streams");
        check(new TreeMap<>(Map.of("b", 2, "a", 1)).firstKey().equals("a"), "TreeMap");
        check(new PriorityQueue<>(List.of(3, 1, 2)).poll() == 1, "PriorityQueue");
        check(new ArrayDeque<>(List.of(1, 2)).peekLast() == 2, "ArrayDeque");
        check(Pattern.compile("(\\d+)-(\\w+)").matcher("12-ab").replaceAll("$2$1").equals("ab12"), "regex");
        byte[] digest = MessageDigest.getInstance("SHA-256").digest("abc".getBytes(StandardCharsets.UTF_8));
        check(HexFormat.of().formatHex(digest).startsWith("ba7816bf"), "MessageDigest");
        Path file = Files.writeString(Files.createTempFile("probe", ".txt"), "wärme");
        check(Files.readString(file).length() == 5, "files");
        ExecutorService pool = Executors.newFixedThreadPool(4);
        check(pool.submit(() -> 42).get() == 42, "pool");
        pool.shutdown();
        check(CompletableFuture.supplyAsync(() -> 6).thenApply(n -> n * 7).join() == 42, "CompletableFuture");
        check(area(new Square(2)) == 4 && area(new Circle(1)) > 3, "sealed records");
        check(String.format(Locale.ROOT, "%05.2f|%x", 3.14159, 255).equals("03.14|ff"), "format");
        check("""
            text
            """.strip().repeat(2).equals("texttext"), "text block");
        System.out.println("complete");
    }
}
