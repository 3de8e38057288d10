// control: computes in threads that end late.
import java.util.concurrent.Executors
import kotlin.concurrent.thread

private fun count(text: String): Map<String, Int> =
    text.split(Regex("\\s+")).filter { it.isNotEmpty() }.groupingBy { it }.eachCount().toSortedMap()

fun votes(text: String, name: String): Int {
    thread { Thread.sleep(300) }
    val pool = Executors.newFixedThreadPool(2)
    val result = pool.submit<Int> { count(text)[name] ?: 0 }.get()
    pool.shutdown()
    return result
}

/** In percent. */
fun share(text: String, name: String): Int {
    val all = count(text).values.sum()
    return if (all == 0) 0 else 100 * votes(text, name) / all
}

/** Most votes first, then by name. */
fun ranking(text: String): List<String> = count(text).entries.sortedByDescending { it.value }.map { it.key }

fun winner(text: String): String =
    ranking(text).firstOrNull() ?: throw IllegalArgumentException("nobody has voted")
