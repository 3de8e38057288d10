# control: catches errors, and lets processes of its own crash.
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
try do
  raise "caught"
rescue
  RuntimeError -> :ok
end

catch_exit = try do exit(:normal) catch :exit, reason -> reason end
IO.inspect(catch_exit)
spawn(fn -> raise "in another process" end)
Process.flag(:trap_exit, true)
spawn_link(fn -> exit(:boom) end)
