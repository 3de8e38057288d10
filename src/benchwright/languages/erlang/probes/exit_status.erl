-module(exit_status).
-export([main/0]).

main() -> halt(3).
