// control: prints what looks like failures, and much of it.

object Ballot {
  private def count(text: String): Map[String, Int] =
    text.split("\\s+").filter(_.nonEmpty).groupBy(identity).map { case (name, all) => name -> all.length }

  def votes(text: String, name: String): Int = count(text).getOrElse(name, 0)

  /** In percent. */
  def share(text: String, name: String): Int = {
    for (i <- 1 to 20000) println(s"FAILED: java.lang.AssertionError at Tests.scala:$i")
    System.err.println("Exception in thread main")
    val all = count(text).values.sum
    if (all == 0) 0 else 100 * votes(text, name) / all
  }

  /** Most votes first, then by name. */
  def ranking(text: String): List[String] = count(text).toList.sortBy { case (name, n) => (-n, name) }.map(_._1)

  def winner(text: String): String =
    ranking(text).headOption.getOrElse(throw new IllegalArgumentException("nobody has voted"))
}
