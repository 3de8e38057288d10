// control: has entries of several kinds, one called as that of the tests.

object Ballot {
  private def count(text: String): Map[String, Int] =
    text.split("\\s+").filter(_.nonEmpty).groupBy(identity).map { case (name, all) => name -> all.length }

  def votes(text: String, name: String): Int = count(text).getOrElse(name, 0)

  /** In percent. */
  def share(text: String, name: String): Int = {
    val all = count(text).values.sum
    if (all == 0) 0 else 100 * votes(text, name) / all
  }

  /** Most votes first, then by name. */
  def ranking(text: String): List[String] = count(text).toList.sortBy { case (name, n) => (-n, name) }.map(_._1)

  def winner(text: String): String =
    ranking(text).headOption.getOrElse(throw new IllegalArgumentException("nobody has voted"))
}

object Tests {
  def main(args: Array[String]): Unit = sys.exit(3)
}

object Demo extends App {
  assert(false, "not to be started")
}

@main def testAll(): Unit = sys.exit(4)
