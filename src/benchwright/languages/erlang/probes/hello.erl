-module(hello).
-export([main/1]).

main(_) -> io:format("hello~n").
