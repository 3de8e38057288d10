import ExUnit.Assertions
IO.puts("before")
assert 1 + 1 == 3
IO.puts("after")
