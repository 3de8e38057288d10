# control: is made of several modules with a struct, a protocol, a macro and imports at the top.
import Enum, only: [map: 2, take: 2]
alias String, as: S
require Logger

defmodule Words.Entry do
  defstruct word: "", times: 0
end

defprotocol Words.Rank do
  def rank(entry)
end

defimpl Words.Rank, for: Words.Entry do
  def rank(entry), do: {-entry.times, entry.word}
end

defmodule Words.Macros do
  defmacro lowered(text), do: quote(do: String.downcase(unquote(text)))
end

defmodule Words do
  import Words.Macros

  def count(text), do: text |> lowered() |> S.split(~r/[^a-z]+/, trim: true) |> Enum.frequencies()

  def top(text, n) do
    for({word, times} <- count(text), do: %Words.Entry{word: word, times: times})
    |> Enum.sort_by(&Words.Rank.rank/1)
    |> take(n)
    |> map(& &1.word)
  end

  def longest(""), do: {:error, :empty}
  def longest(text), do: {:ok, Enum.max_by(S.split(text), &S.length/1)}
end
