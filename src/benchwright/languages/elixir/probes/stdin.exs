[a, b] = IO.gets("") |> String.split() |> Enum.map(&String.to_integer/1)
IO.puts(a + b)
IO.read(:line) |> String.trim() |> String.upcase() |> IO.puts()
Enum.each(System.argv(), &IO.puts/1)
