ExUnit.start()

defmodule WordsTest do
  use ExUnit.Case, async: true

  test "counts" do
    assert Words.count("a b A") == %{"a" => 2, "b" => 1}
    assert Words.count("") == %{}
  end

  test "top" do
    assert Words.top("x y y z z z", 2) == ["z", "y"]
    assert length(Words.top("p q r", 5)) == 3
  end

  describe "longest" do
    test "of some" do
      assert {:ok, "three"} = Words.longest("one three two")
    end

    test "of none" do
      assert Words.longest("") == {:error, :empty}
      refute match?({:ok, _}, Words.longest(""))
    end
  end
end
