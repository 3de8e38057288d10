object Main {
  def testInput(numbers: List[Int], limit: Int): Unit = {
    val totals = Totals.runningTotals(numbers, limit)
    println(s"${numbers.mkString("[", ", ", "]")} $limit -> ${totals.mkString("[", ", ", "]")}")
  }

  def main(args: Array[String]): Unit = {
    testInput(List(3, 4, 5), 6)
    testInput(List(10, -4, 2), 5)
    testInput(List(5, 5, 5), 5)
  }
}
