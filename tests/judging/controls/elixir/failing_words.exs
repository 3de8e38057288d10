# control: prints what a failing run prints.
defmodule Words do
  @moduledoc "Counts words."

  def count(text) do
    text |> String.downcase() |> String.split(~r/[^a-z]+/, trim: true) |> Enum.frequencies()
  end

  def top(text, n) do
    text |> count() |> Enum.sort_by(fn {word, times} -> {-times, word} end) |> Enum.take(n) |> Enum.map(&elem(&1, 0))
  end

  def longest(""), do: {:error, :empty}
  def longest(text), do: {:ok, text |> String.split() |> Enum.max_by(&String.length/1)}
end
IO.puts("  1) test counts (WordsTest) FAILED\n1 test, 1 failure")
IO.puts(:stderr, "** (RuntimeError) no")
