ExUnit.start()

defmodule TotalsTest do
  use ExUnit.Case

  test "starts anew after a total above the limit" do
    assert Totals.running_totals([3, 4, 5], 6) == [3, 7, 5]
    assert Totals.running_totals([10, -4, 2], 5) == [10, -4, -2]
  end

  test "goes on after a total at the limit" do
    assert Totals.running_totals([5, 5, 5], 5) == [5, 10, 5]
  end
end
