#!/bin/sh
# Compiles the drivers. Arguments: erl, the folder to fill, the files.
set -e
erl=$1 prepared=$2
shift 2
cd "$prepared"
"$erl" -noinput -boot no_dot_erlang -eval '
    [{ok, _} = compile:file(File, [report, deterministic]) || File <- init:get_plain_arguments()], halt().
' -extra "$@"
