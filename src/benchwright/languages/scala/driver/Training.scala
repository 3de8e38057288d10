// A program with what most programs have: the classes of the compiler that it needs go into the archive.

import scala.collection.mutable
import scala.collection.mutable.{ArrayBuffer, Map => MutableMap}
import scala.util.{Failure, Success, Try}

sealed trait Shape
final case class Circle(radius: Double) extends Shape
final case class Square(side: Double) extends Shape
case object Nothingness extends Shape

object Colour extends Enumeration { val Red, Green = Value }

object Shapes {
  def area(shape: Shape): Double = shape match {
    case Circle(r) => math.Pi * r * r
    case Square(side) if side > 0 => side * side
    case _ => 0.0
  }
}

class Stack[T: Ordering](private val items: ArrayBuffer[T] = ArrayBuffer.empty[T]) extends Iterable[T] {
  def push(item: T): this.type = { items += item; this }
  override def iterator: Iterator[T] = items.sorted.iterator
  override def toString: String = s"Stack(${items.mkString(", ")})"
}

trait Named { lazy val name: String = getClass.getSimpleName }
abstract class Base(n: Int) extends Named { protected var count: Int = n }

object Training {
  implicit class Loud(text: String) { def shout: String = text.toUpperCase + "!" }
  implicit val bySide: Ordering[Square] = Ordering.by(_.side)

  @annotation.tailrec
  def gcd(a: Int, b: Int): Int = if (b == 0) a else gcd(b, a % b)

  def largest[T](items: List[T])(implicit order: Ordering[T]): Option[T] =
    items.reduceOption((a, b) => if (order.gt(a, b)) a else b)

  def count(text: String): Map[String, Int] =
    text.split("\\s+").filter(_.nonEmpty).groupBy(identity).view.mapValues(_.length).toMap

  def main(args: Array[String]): Unit = {
    val acc = MutableMap.empty[String, mutable.ListBuffer[Int]]
    for ((word, i) <- "a b a".split(" ").zipWithIndex; if word.nonEmpty)
      acc.getOrElseUpdate(word, mutable.ListBuffer.empty) += i
    assert(Shapes.area(Square(2)) == 4.0, "area")
    require(gcd(4, 6) == 2)
    var i = 0
    while (i < 3) i += 1
    val (a, b) = (1, "two")
    Try(a / 0) match {
      case Failure(error: ArithmeticException) => println(error.getMessage)
      case Failure(error) => throw new IllegalStateException("bad", error)
      case Success(n) => println(f"$n%3d $b")
    }
    try largest(List(1, 2)).foreach(println)
    catch { case error: RuntimeException => throw error }
    finally println(new Stack[Int]().push(3).toString.shout + Colour.Red.id)
    val pick: PartialFunction[Int, String] = { case 1 => "one" }
    println(LazyList.from(1).collect(pick).headOption.getOrElse("none") + count("x y").size)
    if (acc("a").toList != List(0, 2)) sys.exit(1)
  }
}
