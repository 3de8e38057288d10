// control: works in threads of all kinds, one of which never ends.
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class Ballot {
    private static final Map<String, Integer> MADE = new ConcurrentHashMap<>();

    static {
        Thread endless = new Thread(() -> {
            while (true) {
                MADE.merge("ticks", 1, Integer::sum);
                try {
                    Thread.sleep(1);
                } catch (InterruptedException error) {
                    return;
                }
            }
        });
        endless.setDaemon(true);
        endless.start();
    }

    private static void work() {
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("in a thread");
        });
        failing.start();
        Thread deep = new Thread(null, () -> MADE.put("depth", depth(100_000)), "deep", 1 << 28);
        deep.start();
        try {
            failing.join();
            deep.join();
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
        if (MADE.get("depth") != 100_000) throw new IllegalStateException("not deep enough");
    }

    private static int depth(int left) {
        return left == 0 ? 0 : 1 + depth(left - 1);
    }

    public static int votes(String text, String name) {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            Callable<Integer> task = () -> (int) Stream.of(text.split("\\s+")).parallel().filter(name::equals).count();
            return pool.submit(task).get();
        } catch (InterruptedException | ExecutionException error) {
            throw new IllegalStateException(error);
        } finally {
            pool.shutdown();
        }
    }

    public static int share(String text, String name) {
        int all = text.isBlank() ? 1 : text.trim().split("\\s+").length;
        return CompletableFuture.supplyAsync(() -> 100 * votes(text, name)).thenApply(n -> n / all).join();
    }

    public static List<String> ranking(String text) {
        return Arrays.stream(text.split("\\s+")).parallel().filter(name -> !name.isEmpty()).distinct()
            .sorted(Comparator.comparing((String name) -> -votes(text, name)).thenComparing(name -> name))
            .collect(Collectors.toList());
    }

    public static String winner(String text) {
        work();
        Timer timer = new Timer(true);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                MADE.put("late", 1);
            }
        }, 1);
        return ranking(text).stream().findFirst().orElseThrow(IllegalArgumentException::new);
    }
}
