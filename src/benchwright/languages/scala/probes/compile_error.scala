object Main {
  val number: Int = "one"
  def main(args: Array[String]): Unit = println(number)
}
