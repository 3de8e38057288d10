object Totals {
  /** The running totals; after one that exceeds the limit, the next starts from 0. */
  def runningTotals(numbers: List[Int], limit: Int): List[Int] = {
    var before = 0
    numbers.map { number =>
      val total = before + number
      before = if (total > limit) 0 else total
      total
    }
  }
}
