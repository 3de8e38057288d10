-module(standard_library).
-export([main/0]).

main() ->
    55 = lists:sum(lists:seq(1, 10)),
    #{a := 1} = maps:from_list([{a, 1}]),
    "a-b" = re:replace("a  b", "\\s+", "-", [{return, list}]),
    5 = gb_sets:size(gb_sets:from_list([1, 2, 3, 4, 5])),
    32 = byte_size(crypto:hash(sha256, "text")),
    3 = array:get(0, array:from_list([3])),
    Table = ets:new(table, []),
    true = ets:insert(Table, {key, value}),
    ok = file:write_file("/tmp/probe", "text"),
    {ok, <<"text">>} = file:read_file("/tmp/probe"),
    io:format("complete~n").
