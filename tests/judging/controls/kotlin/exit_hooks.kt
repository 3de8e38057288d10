// control: does something when the program ends.

private val hook = Thread { println("good bye") }.also { Runtime.getRuntime().addShutdownHook(it) }

private fun count(text: String): Map<String, Int> =
    text.split(Regex("\\s+")).filter { it.isNotEmpty() }.groupingBy { it }.eachCount().toSortedMap()

fun votes(text: String, name: String): Int = count(text)[name] ?: 0

/** In percent. */
fun share(text: String, name: String): Int {
    val all = count(text).values.sum()
    return if (all == 0) hook.name.length * 0 else 100 * votes(text, name) / all
}

/** Most votes first, then by name. */
fun ranking(text: String): List<String> = count(text).entries.sortedByDescending { it.value }.map { it.key }

fun winner(text: String): String =
    ranking(text).firstOrNull() ?: throw IllegalArgumentException("nobody has voted")
