// control: is written without braces.

object Ballot:
  private def count(text: String): Map[String, Int] =
    text.split("\\s+").filter(_.nonEmpty).groupMapReduce(identity)(_ => 1)(_ + _)

  def votes(text: String, name: String): Int = count(text).getOrElse(name, 0)

  def share(text: String, name: String): Int =
    val all = count(text).values.sum
    if all == 0 then 0 else 100 * votes(text, name) / all

  def ranking(text: String): List[String] =
    given Ordering[(Int, String)] = Ordering.Tuple2(Ordering.Int.reverse, Ordering.String)
    count(text).toList.map(_.swap).sorted.map(_._2)

  def winner(text: String): String = ranking(text) match
    case first :: _ => first
    case Nil => throw IllegalArgumentException("nobody has voted")
end Ballot
