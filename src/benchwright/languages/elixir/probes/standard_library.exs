require Logger
require EEx

{:ok, agent} = Agent.start_link(fn -> %{} end)
Agent.update(agent, &Map.put(&1, :sum, Enum.sum(1..10)))
55 = Agent.get(agent, & &1.sum)
"a-b" = Regex.replace(~r/\s+/, "a  b", "-")
"3" = EEx.eval_string("<%= 1 + 2 %>")
~D[2024-02-29] = Date.add(~D[2024-02-28], 1)
5 = :gb_sets.size(:gb_sets.from_list([1, 2, 3, 4, 5]))
[1, 4, 9] = 1..3 |> Task.async_stream(&(&1 * &1)) |> Enum.map(fn {:ok, n} -> n end)
32 = byte_size(:crypto.hash(:sha256, "text"))
File.write!("/tmp/probe", "text")
"text" = File.read!("/tmp/probe")
IO.puts("complete")
