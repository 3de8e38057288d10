import java.nio.file.Files
import scala.collection.immutable.TreeMap
import scala.collection.mutable
import scala.concurrent.{Await, Future}
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration.*
import scala.util.{Failure, Try}
import scala.util.matching.Regex

sealed trait Shape
case class Circle(radius: Double) extends Shape
case class Square(side: Double) extends Shape

enum Colour { case Red, Green }

object Main {
  def area(shape: Shape): Double = shape match {
    case Circle(r) => math.Pi * r * r
    case Square(s) => s * s
  }

  def main(args: Array[String]): Unit = {
    assert(BigInt(2).pow(100).bitLength == 101, "BigInt")
    assert(BigDecimal("0.1") + BigDecimal("0.2") == BigDecimal("0.3"), "BigDecimal")
    assert((0 until 6).partition(_ % 2 == 0)._1 == Seq(0, 2, 4), "collections")
    assert(TreeMap("b" -> 2, "a" -> 1).firstKey == "a", "TreeMap")
    assert(mutable.PriorityQueue(1, 3, 2).dequeue() == 3, "PriorityQueue")
    assert("(\\d+)-(\\w+)".r.replaceAllIn("12-ab", "$2$1") == "ab12", "regex")
    assert(LazyList.iterate(1)(_ * 2).take(5).last == 16, "LazyList")
    val file = Files.writeString(Files.createTempFile("probe", ".txt"), "wärme")
    assert(Files.readString(file).length == 5, "files")
    assert(Await.result(Future(6).map(_ * 7), 5.seconds) == 42, "futures")
    assert(Try("x".toInt).isFailure, "Try")
    assert(area(Square(2)) == 4.0 && area(Circle(1)) > 3, "patterns")
    assert(Colour.valueOf("Red").ordinal == 0, "enum")
    assert(f"${3.14159}%.2f" == "3.14", "format")
    println("complete")
  }
}
