object Main {
  def testRunningTotals(): Unit = {
    assert(Totals.runningTotals(List(3, 4, 5), 6) == List(3, 7, 5))
    assert(Totals.runningTotals(List(10, -4, 2), 5) == List(10, -4, -2))
    assert(Totals.runningTotals(List(5, 5, 5), 5) == List(5, 10, 5))
  }

  def main(args: Array[String]): Unit = {
    testRunningTotals()
  }
}
