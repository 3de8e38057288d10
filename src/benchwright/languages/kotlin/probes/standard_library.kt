import java.io.File
import java.math.BigInteger
import java.time.DayOfWeek
import java.time.LocalDate
import java.util.PriorityQueue
import java.util.concurrent.Executors
import kotlin.concurrent.thread
import kotlin.math.abs
import kotlin.random.Random
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.time.Duration.Companion.seconds

sealed interface Shape
data class Circle(val radius: Double) : Shape
data class Square(val side: Double) : Shape

fun area(shape: Shape) = when (shape) {
    is Circle -> Math.PI * shape.radius * shape.radius
    is Square -> shape.side * shape.side
}

@JvmInline
value class Metres(val length: Int)

fun main() {
    check(BigInteger.TWO.pow(100).bitLength() == 101) { "BigInteger" }
    check(LocalDate.of(2024, 2, 29).dayOfWeek == DayOfWeek.THURSDAY) { "time" }
    check((0 until 6).partition { it % 2 == 0 }.first == listOf(0, 2, 4)) { "collections" }
    check(sortedMapOf("b" to 2, "a" to 1).firstKey() == "a") { "sorted maps" }
    check(PriorityQueue(listOf(3, 1, 2)).poll() == 1) { "PriorityQueue" }
    check(ArrayDeque(listOf(1, 2)).last() == 2) { "ArrayDeque" }
    check(Regex("(\\d+)-(\\w+)").replace("12-ab", "$2$1") == "ab12") { "regex" }
    check(generateSequence(1) { it * 2 }.take(5).toList().last() == 16) { "sequences" }
    val file = File.createTempFile("probe", ".txt")
    file.writeText("wärme")
    check(file.readText().length == 5) { "files" }
    val pool = Executors.newFixedThreadPool(4)
    check(pool.submit<Int> { 42 }.get() == 42) { "pool" }
    pool.shutdown()
    var seen = 0
    thread { seen = 1 }.join()
    check(seen == 1) { "thread" }
    check(area(Square(2.0)) == 4.0 && abs(area(Circle(1.0)) - 3.14) < 0.01) { "sealed interfaces" }
    check(Metres(3) == Metres(3) && 90.seconds.inWholeMinutes == 1L) { "value classes" }
    check(Random(1).nextInt(10) in 0..9) { "random" }
    check("%05.2f|%x".format(java.util.Locale.ROOT, 3.14159, 255) == "03.14|ff") { "format" }
    assertEquals(3, listOf(1, 2).sum())
    assertFailsWith<NoSuchElementException> { emptyList<Int>().first() }
    println("complete")
}
