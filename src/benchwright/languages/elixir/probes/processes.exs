parent = self()
for n <- 1..10_000, do: spawn(fn -> send(parent, n) end)
count = Enum.reduce(1..10_000, 0, fn n, count -> receive(do: (^n -> count + 1)) end)
IO.puts("#{count} processes")
