// A typical program: the compiler's classes that it loads go into the archive.

import java.util.TreeMap
import kotlin.math.min as least

sealed interface Shape
data class Circle(val radius: Double) : Shape
data class Square(val side: Double, private val name: String = "square") : Shape
object Nothingness : Shape
enum class Colour(val code: Int) { RED(1), GREEN(2) }

fun area(shape: Shape): Double = when (shape) {
    is Circle -> Math.PI * shape.radius * shape.radius
    is Square -> shape.side * shape.side
    Nothingness -> 0.0
}

class Stack<T : Comparable<T>>(private val items: MutableList<T> = mutableListOf()) : Iterable<T> by items {
    operator fun plusAssign(item: T) { items.add(item) }
    fun pop(): T? = items.removeLastOrNull()
    override fun equals(other: Any?) = other is Stack<*> && other.items == items
    override fun hashCode() = items.hashCode()
    companion object { const val LIMIT = 10 }
}

inline fun <reified T> kinds(values: List<Any>) = values.filterIsInstance<T>().size
fun List<Int>.total(): Long = fold(0L) { sum, n -> sum + n }
suspend fun later(n: Int): Int = n + 1
tailrec fun gcd(a: Int, b: Int): Int = if (b == 0) a else gcd(b, a % b)

fun count(text: String): Map<String, Int> {
    val counts = TreeMap<String, Int>()
    for (word in text.split(Regex("\\s+")).filter { it.isNotEmpty() }) counts.merge(word, 1, Int::plus)
    return counts
}

fun main(args: Array<String>) {
    val stack = Stack<Int>()
    stack += 3
    check(stack.pop() == 3) { "popped ${stack.toList()}" }
    require(area(Square(2.0)) == 4.0)
    val (a, b) = 1 to "two"
    var i = 0
    while (i < least(3, Stack.LIMIT)) i++
    for (n in 0 until 10 step 2) if (n > 4) continue else println("$a $b $n")
    val error = runCatching { gcd(1, 0) / 0 }.exceptionOrNull()
    assert(error is ArithmeticException || kinds<String>(listOf(1, "a")) == 1) { "no error" }
    try {
        count("a b a").entries.sortedByDescending { it.value }.map { (word, n) -> word to n }.toMap()
    } catch (error: IllegalArgumentException) {
        throw IllegalStateException("bad", error)
    } finally {
        println(Colour.valueOf("RED").code + listOf(1, 2).total() + intArrayOf(1).sum())
    }
    val text = buildString { repeat(2) { append('x') } }
    sequence { yield(text.length); yieldAll(listOf(1)) }.take(2).forEach(::println)
}
