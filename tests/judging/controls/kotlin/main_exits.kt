// control: has a main that ends the program and helpers whose names start with main and test.
import kotlin.system.exitProcess

private fun count(text: String): Map<String, Int> =
    text.split(Regex("\\s+")).filter { it.isNotEmpty() }.groupingBy { it }.eachCount().toSortedMap()

fun votes(text: String, name: String): Int = count(text)[name] ?: 0

/** In percent. */
fun share(text: String, name: String): Int {
    val all = count(text).values.sum()
    return if (all == 0) 0 else 100 * votes(text, name) / all
}

/** Most votes first, then by name. */
fun ranking(text: String): List<String> = count(text).entries.sortedByDescending { it.value }.map { it.key }

fun winner(text: String): String =
    ranking(text).firstOrNull() ?: throw IllegalArgumentException("nobody has voted")

fun mainParty(text: String) = winner(text)

fun testVotes() = check(votes("ann", "ann") == 2)

fun main(args: Array<String>) {
    testVotes()
    main(args)
    exitProcess(3)
}
