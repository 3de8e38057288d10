#!/bin/sh
# Compiles the driver, and records the arguments that every start of the virtual machine needs.
# Arguments: erl, elixir, the folder to fill, this folder.
set -e
erl=$1 elixir=$2 prepared=$3 driver=$4

cd "$prepared"
"$erl" -noinput -boot no_dot_erlang -eval '
    [{ok, _} = compile:file(File, [report, deterministic]) || File <- init:get_plain_arguments()], halt().
' -extra "$driver"/*.erl
"$elixir" -e 'for app <- [:elixir, :ex_unit, :logger, :eex], do: IO.puts("-pa #{:code.lib_dir(app)}/ebin")' > paths
