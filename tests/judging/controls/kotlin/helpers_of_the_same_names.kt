// control: has functions that are called as those of the tests and of Kotlin.

private fun count(text: String): Map<String, Int> =
    text.split(Regex("\\s+")).filter { it.isNotEmpty() }.groupingBy { it }.eachCount().toSortedMap()

fun votes(text: String, name: String): Int = same(count(text)[name] ?: 0, 0)

/** In percent. */
fun share(text: String, name: String): Int {
    val all = count(text).values.sum()
    return if (all == 0) 0 else 100 * votes(text, name) / all
}

/** Most votes first, then by name. */
fun ranking(text: String): List<String> = count(text).entries.sortedByDescending { it.value }.map { it.key }

fun winner(text: String): String =
    ranking(text).firstOrNull() ?: throw IllegalArgumentException("nobody has voted")

fun same(got: Any?, wanted: Any?): Nothing = throw IllegalStateException("$got $wanted")

private fun same(got: Int, least: Int): Int = check(maxOf(got, least))

private fun check(number: Int): Int = number

private fun assert(number: Int): Int = number
