object Main {
  def main(args: Array[String]): Unit = {
    println("before")
    assert(1 + 1 == 3, "arithmetic")
    println("after")
  }
}
