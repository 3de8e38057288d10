-module(words_tests).
-include_lib("eunit/include/eunit.hrl").

count_test() ->
    ?assertEqual(#{"a" => 2, "b" => 1}, words:count("a b A")),
    ?assertEqual(#{}, words:count("")).

top_test_() ->
    [?_assertEqual(["z", "y"], words:top("x y y z z z", 2)),
     ?_assertEqual(3, length(words:top("p q r", 5)))].

longest_test() ->
    {ok, "three"} = words:longest("one three two").

empty_test() ->
    ?assertMatch({error, empty}, words:longest("")),
    case words:longest("") of
        {ok, _} -> erlang:error(not_empty);
        {error, empty} -> 1
    end.
