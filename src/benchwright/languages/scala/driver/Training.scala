// A typical program: the classes of the compiler and of the library that it
// loads go into the archives.

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
    val pairs = List("b" -> 2, "a" -> 1, "c" -> 3, "d" -> 3, "e" -> 5).sortBy { case (k, n) => (-n, k) }
    val byKey = pairs.toMap.map { case (k, n) => (k, n + 1) }.filter(_._2 > 2)
    println(byKey.values.sum.toString + byKey.keys.toSeq.sorted.mkString(",") + pairs.maxBy(_._2))
    println(pairs.foldLeft(0L)(_ + _._2))
    println((1 to 9 by 2).map(_ * 2).toVector.reverse.zip(Seq(1, 2)).toSet.size + Set(1, 2).union(Set(3)).size)
    println(Array(3, 1, 2).sorted.sliding(2).map(_.sum).toList.partition(_ > 3))
    println("abc".map(_.toUpper).distinct.reverse)
    println(Seq(mutable.PriorityQueue(1, 3).dequeue(), mutable.Queue(1), mutable.Set(1), BigInt(2).pow(70)).mkString(" "))
    if (acc("a").toList != List(0, 2)) sys.exit(1)
  }
}
