defmodule TotalsInputs do
  def show(numbers), do: inspect(numbers, charlists: :as_lists, limit: :infinity)

  def run do
    for {numbers, limit} <- [{[3, 4, 5], 6}, {[10, -4, 2], 5}, {[5, 5, 5], 5}] do
      IO.puts("#{show(numbers)} #{limit} -> #{show(Totals.running_totals(numbers, limit))}")
    end
  end
end

TotalsInputs.run()
