import scala.util.Try

object Tests {
  private def same(got: Any, wanted: Any): Unit =
    if (got != wanted) throw new AssertionError(s"$got instead of $wanted")

  def main(args: Array[String]): Unit = {
    same(Ballot.votes("ann bob ann", "ann"), 2)
    same(Ballot.share("ann bob bob bob", "bob"), 75)
    assert(Ballot.ranking("cid bob ann bob") == List("bob", "ann", "cid"), "by votes, then by name")
    assert(Ballot.ranking("fay") == List("fay"))
    val refused = Try(Ballot.winner(" ")).failed.map(_.getMessage).toOption
    assert(refused.contains("nobody has voted"))
    if (Ballot.winner("eve dan eve") != "eve") {
      System.err.println("another winner")
      sys.exit(1)
    }
  }
}
