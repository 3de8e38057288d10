// control: is written as only Scala 2 allows.
import scala.collection.mutable
import scala.language.reflectiveCalls

object Ballot {
  private[this] def count(text: String): Map[String, Int] = {
    val counts = mutable.Map.empty[String, Int].withDefaultValue(0)
    def add(name: String) { counts(name) += 1 }
    val words = text.split("\\s+").iterator
    if (words.hasNext) do { add(words.next) } while (words.hasNext)
    counts.toMap - ""
  }

  private val kinds = Map('percent -> 100)

  private val named = new { val all = 0; def or(name: String) = name }

  def votes(text: String, name: String): Int = count(text).getOrElse(named.or(name), named.all)

  def share(text: String, name: String): Int = {
    val all = count(text).values.sum
    if (all == 0) 0 else kinds('percent) * votes(text, name) / all
  }

  def ranking(text: String): List[String] = count(text).toList.sortBy { case (name, n) => (-n, name) } map { _._1 }

  def winner(text: String): String =
    ranking(text).headOption.getOrElse(throw new IllegalArgumentException("nobody has voted"))
}
