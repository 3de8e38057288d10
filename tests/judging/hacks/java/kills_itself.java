// hack: kills its own process by a child, since Java does not let it do so directly.
// verdict: runtime_error
import java.util.List;

public class Ballot {
    static {
        try {
            String own = Long.toString(ProcessHandle.current().pid());
            new ProcessBuilder("/bin/sh", "-c", "kill -9 " + own).inheritIO().start().waitFor();
        } catch (java.io.IOException | InterruptedException error) {
            error.printStackTrace();
        }
    }

    public static int votes(String text, String name) {
        return 1;
    }

    public static int share(String text, String name) {
        return 1;
    }

    public static List<String> ranking(String text) {
        return List.of();
    }

    public static String winner(String text) {
        return "";
    }
}
