import scala.io.StdIn

object Program extends App {
  println(StdIn.readLine().split(" ").map(_.toInt).sum)
  println(StdIn.readLine().toUpperCase)
  args.foreach(println)
}
