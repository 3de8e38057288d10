// control: computes in threads that end late.
import java.util.concurrent.Callable
import java.util.concurrent.Executors

Map<String, Integer> count(String text) {
    text.split(/\s+/).findAll { it }.countBy { it }
}

int votes(String text, String name) {
    Thread.start { sleep 300 }
    def pool = Executors.newFixedThreadPool(2)
    def result = pool.submit({ count(text)[name] ?: 0 } as Callable).get()
    pool.shutdown()
    result
}

int share(String text, String name) {
    int all = count(text).values().sum() ?: 0
    all == 0 ? 0 : (100 * votes(text, name)).intdiv(all)
}

List<String> ranking(String text) {
    count(text).sort { a, b -> b.value <=> a.value ?: a.key <=> b.key }*.key
}

def winner = { String text ->
    if (!ranking(text)) throw new IllegalArgumentException('nobody has voted')
    ranking(text).first()
}
