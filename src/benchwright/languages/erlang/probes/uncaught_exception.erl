-module(uncaught_exception).
-export([main/0]).

main() -> erlang:error(no_way_out).
