object Main {
  def main(args: Array[String]): Unit = println(List.empty[Int].head)
}
