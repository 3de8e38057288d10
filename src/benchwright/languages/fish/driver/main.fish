# Runs the tests against the solution in one shell and proves that they ran to completion. The protocol is described in
# benchwright/languages/join.py. No other program is started unless the solution may not be valid Fish.

# Nonce and tests are read before the solution can read them, into local variables that no function sees. Fish cannot
# close one of its own descriptors, but that of the nonce is now empty.
read -l __benchwright_key </dev/fd/3
read -z -l __benchwright_tests <tests.fish
true >tests.fish

# While the solution is loaded, its commands get neither descriptor, and see empty variables of the same names. An
# `exit` in a sourced file ends only that file.
begin
    set -l __benchwright_key
    set -l __benchwright_tests
    source ./solution.fish
end 3<&- 4>&-
set -l __benchwright_status $status

# Restore what the solution may have redefined and the tests rely on. Fish does not let anybody redefine the other
# words of checks, such as `test`, `set`, `string` and `builtin`.
builtin functions --erase exit true false : source . printf echo contains count math functions

# `source` returns 1 for a text that is not valid Fish, and for some that are.
if test $__benchwright_status -ne 0
    set -l fish (status fish-path)
    if not set -l said ($fish --no-config --no-execute (status dirname)/solution.fish 2>&1)
        set said (string match -rg '\(line (\d+)\): (.*)' -- $said | string replace -a \t ' ')
        set -l place solution.fish:$said[1] # empty if the line is unknown
        string join \t -- $__benchwright_key fail syntax 'syntax error' "$place" (string sub -l 200 -- "$said[2]") >&4
        builtin exit 2
    end
end

# Defined only now, so that the solution cannot replace them. First, why the tests ended, with which status and in
# which line; empty if they did not exit.
set -g __benchwright_outcome
set -g __benchwright_units
set -g __benchwright_unknown

# Called with the name of a function of the tests that has returned. The status that the tests see does not change.
function __benchwright_unit
    set -l code $status
    set -ga __benchwright_units $argv
    return $code
end

# Called after the last line of the tests.
function __benchwright_last
    set -g __benchwright_outcome status $status
end

# Called by `return` in the tests' own text outside functions.
function __benchwright_return
    set -l code $status $argv
    __benchwright_leave status $code[-1]
end

# Called by `exit` in the tests' own text.
function __benchwright_exit
    set -l code $status $argv
    __benchwright_leave exit $code[-1]
end

function __benchwright_leave -a how code
    status stack-trace | read -l -z trace
    # Lines inside a command substitution are counted from its start; the line that contains it comes next in the trace.
    set trace (string replace -r '(?s).*in command substitution' '' -- $trace | string collect)
    set -l lines (string match -arg 'called on line (\d+) of file -\n' -- $trace\n)
    # If a function of the tests is called by another one, it is the check, and the line that calls it is reported.
    if set -q lines[2]; and test (string match -ar 'in function' -- $trace | builtin count) -gt 3
        set -e lines[1]
    end
    set -g __benchwright_outcome $how $code $lines[1]
    builtin exit $code
end

# A missing command makes Fish skip the check that contains it, as if the check held. Only the tests' own calls count;
# how the solution handles a missing command is up to the solution.
function fish_command_not_found
    builtin echo "fish: Unknown command: $argv[1]" >&2
    status stack-trace | read -l -z trace
    string match -qr '^.*\n.* of file -\n' -- $trace; and set -ga __benchwright_unknown $argv[1]
end

builtin printf '%s' $__benchwright_tests | begin
    set -l __benchwright_key
    set -l __benchwright_tests
    builtin source
end 3<&- 4>&-
set __benchwright_status $status

for name in $__benchwright_units[1..200]
    string join \t -- $__benchwright_key unit $name passed '' '' >&4
end
if not set -q __benchwright_outcome[2]
    builtin exit $__benchwright_status
end
if test $__benchwright_outcome[2] != 0
    set -l place tests.fish:$__benchwright_outcome[3]
    string join \t -- $__benchwright_key fail exit "$__benchwright_outcome[1..2]" "$place" '' >&4
    builtin exit 1
end
if set -q __benchwright_unknown[1]
    set -l name (string sub -l 200 -- $__benchwright_unknown[1] | string replace -ar '\s' ' ')
    string join \t -- $__benchwright_key fail error 'unknown command' '' "$name" >&4
    builtin exit 127
end
set -l executed BENCHWRIGHT_EXECUTED
if set -q __benchwright_units[1]
    set executed (builtin count $__benchwright_units)
end
string join \t -- $__benchwright_key end $executed 0 0 >&4
builtin exit 0
