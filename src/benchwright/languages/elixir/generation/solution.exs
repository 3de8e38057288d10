defmodule Totals do
  @doc "The running totals; after one that exceeds the limit, the next starts from 0."
  def running_totals(numbers, limit) do
    {totals, _} =
      Enum.map_reduce(numbers, 0, fn number, before ->
        total = before + number
        {total, if(total > limit, do: 0, else: total)}
      end)

    totals
  end
end
