# control: keeps its state in a server and logs.
defmodule Words do
  use GenServer
  require Logger

  def init(_), do: {:ok, %{}}

  def handle_call({:count, text}, _from, calls) do
    words = text |> String.downcase() |> String.split(~r/[^a-z]+/, trim: true)
    {:reply, Enum.reduce(words, %{}, fn word, acc -> Map.update(acc, word, 1, &(&1 + 1)) end), calls}
  end

  def count(text) do
    {:ok, pid} = GenServer.start_link(__MODULE__, nil)
    Logger.error("counting #{inspect(text)}")
    result = GenServer.call(pid, {:count, text})
    GenServer.stop(pid)
    result
  end

  def top(text, n) do
    count(text) |> Enum.sort_by(fn {w, t} -> {-t, w} end) |> Enum.take(n) |> Enum.map(fn {w, _} -> w end)
  end

  def longest(""), do: {:error, :empty}
  def longest(text), do: {:ok, text |> String.split() |> Enum.max_by(&String.length/1)}
end
