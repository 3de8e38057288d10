defmodule Open do
  def f, do: (1 +
end
