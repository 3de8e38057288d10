// control: imports all of java.util, which has other lists and maps.
import java.util._

object Ballot {
  private def count(text: String): scala.collection.immutable.Map[String, Int] =
    text.split("\\s+").filter(_.nonEmpty).groupBy(identity).map { case (name, all) => name -> all.length }

  def votes(text: String, name: String): Int = count(text).getOrElse(name, 0)

  /** In percent. */
  def share(text: String, name: String): Int = {
    val all = count(text).values.sum
    if (all == 0) 0 else 100 * votes(text, name) / all
  }

  /** Most votes first, then by name. */
  def ranking(text: String): scala.List[String] = count(text).toList.sortBy { case (name, n) => (-n, name) }.map(_._1)

  def winner(text: String): String =
    ranking(text).headOption.getOrElse(throw new IllegalArgumentException("nobody has voted"))
}
