// Typical tests: the classes of ScalaTest and MUnit that they load go into the archive.

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.matchers.should.Matchers

class Numbers extends AnyFunSuite {
  test("holds") { assert(1 + 1 == 2) }
  test("fails") { assert(List(1) == List(2), "expected") }
  test("refuses") { intercept[ArithmeticException] { 1 / 0 } }
}

class Words extends AnyFlatSpec with Matchers {
  "A word" should "start" in {
    "text" should startWith("te")
    List(1, 2) shouldBe List(1, 2)
    2 should be > 1
  }
  it should "end" in { "text" shouldEqual "word" }
  it should "refuse" in { an[ArithmeticException] should be thrownBy { 1 / 0 } }
}

class More extends munit.FunSuite {
  test("holds") { assertEquals(1 + 1, 2) }
  test("fails") { assertEquals(List(1), List(2)) }
  test("refuses") { intercept[ArithmeticException] { 1 / 0 } }
}

object Training {
  private final class Silent extends org.scalatest.Reporter { def apply(event: org.scalatest.events.Event): Unit = () }

  def main(args: Array[String]): Unit = {
    for (suite <- Seq(new Numbers, new Words)) suite.run(None, org.scalatest.Args(new Silent)).waitUntilCompleted()
    new org.junit.runner.JUnitCore().run(classOf[More])
  }
}
