// control: records, sealed interfaces, enums with bodies, generics, switch expressions, patterns and text blocks.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

sealed interface Vote permits Valid, Spoilt {}

record Valid(String name) implements Vote {
    Valid {
        Objects.requireNonNull(name);
    }
}

enum Spoilt implements Vote {
    EMPTY {
        @Override
        String why() {
            return """
                class Main { "quoted" \
                }
                """;
        }
    };

    abstract String why();
}

interface Counted<T extends Comparable<? super T>> {
    Map<T, Long> counts();

    default List<T> order() {
        Comparator<T> byVotes = Comparator.comparing(counts()::get, Comparator.reverseOrder());
        return counts().keySet().stream().sorted(byVotes.thenComparing(Comparator.naturalOrder())).toList();
    }

    private static void unused() {}
}

public class Ballot {
    static class Nested implements Counted<String> {
        private final String text;

        Nested(String text) {
            this.text = text;
        }

        class Inner {
            Stream<Vote> all() {
                return text.lines().flatMap(line -> Stream.of(line.split(" ")))
                    .map(name -> name.isBlank() ? Spoilt.EMPTY : new Valid(name));
            }
        }

        @Override
        public Map<String, Long> counts() {
            return this.new Inner().all()
                .flatMap(vote -> vote instanceof Valid valid ? Stream.of(valid.name()) : Stream.empty())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        }
    }

    public static int votes(String text, String name) {
        return new Nested(text).counts().getOrDefault(name, 0L).intValue();
    }

    public static int share(String text, String name) {
        var all = new Nested(text).counts().values().stream().mapToLong(n -> n).sum();
        return switch ((int) all) {
            case 0 -> 0;
            default -> {
                yield (int) (100L * votes(text, name) / all);
            }
        };
    }

    public static List<String> ranking(String text) {
        return new Nested(text).order();
    }

    public static String winner(String text) {
        Supplier<IllegalArgumentException> nobody = () -> new IllegalArgumentException(Spoilt.EMPTY.why());
        return ranking(text).stream().findFirst().orElseThrow(nobody);
    }
}
