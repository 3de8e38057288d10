# Runs the tests over the solution in one shell and proves that they came to their end. The protocol is described in
# benchwright/languages/join.py. No other program is started unless the solution may be no fish.

# Nonce and tests are read before the solution can look. They are local here, so that no function sees them. Fish cannot
# close a descriptor of its own, but that of the nonce is empty now.
read -l __benchwright_key </dev/fd/3
read -z -l __benchwright_tests <tests.fish
true >tests.fish

# What the solution runs while it is loaded gets neither descriptor, and sees empty variables of the same names. An
# `exit` in a file that is sourced ends that file alone.
begin
    set -l __benchwright_key
    set -l __benchwright_tests
    source ./solution.fish
end 3<&- 4>&-
set -l __benchwright_status $status

# Take back what the solution may have redefined and the tests rely on. The other words of checks, such as `test`,
# `set`, `string` and `builtin`, fish itself lets nobody redefine.
builtin functions --erase exit true false : source . printf echo contains count math functions

# A text that is no fish makes `source` return 1; so do some that are.
if test $__benchwright_status -ne 0
    set -l fish (status fish-path)
    if not set -l said ($fish --no-config --no-execute (status dirname)/solution.fish 2>&1)
        set said (string match -rg '\(line (\d+)\): (.*)' -- $said | string replace -a \t ' ')
        set -l place solution.fish:$said[1] # nothing at all if the line is not known
        string join \t -- $__benchwright_key fail syntax 'syntax error' "$place" (string sub -l 200 -- "$said[2]") >&4
        builtin exit 2
    end
end

# Defined only now, so that the solution cannot have others in their place. First, why the tests ended, with which
# status and in which line; nothing if they did not end by themselves.
set -g __benchwright_outcome
set -g __benchwright_units
set -g __benchwright_unknown

# Called with the name of a function of the tests that has returned. The status that the tests see stays as it was.
function __benchwright_unit
    set -l code $status
    set -ga __benchwright_units $argv
    return $code
end

# Called behind the last line of the tests.
function __benchwright_last
    set -g __benchwright_outcome status $status
end

# What `return` in the tests' own text calls, where it is not inside a function.
function __benchwright_return
    set -l code $status $argv
    __benchwright_leave status $code[-1]
end

# What `exit` in the tests' own text calls.
function __benchwright_exit
    set -l code $status $argv
    __benchwright_leave exit $code[-1]
end

function __benchwright_leave -a how code
    status stack-trace | read -l -z trace
    # Inside a command substitution lines are counted anew; the line that has it comes next in the trace.
    set trace (string replace -r '(?s).*in command substitution' '' -- $trace | string collect)
    set -l lines (string match -arg 'called on line (\d+) of file -\n' -- $trace\n)
    # A function that another function of the tests calls is the check; the line of interest calls it.
    if set -q lines[2]; and test (string match -ar 'in function' -- $trace | builtin count) -gt 3
        set -e lines[1]
    end
    set -g __benchwright_outcome $how $code $lines[1]
    builtin exit $code
end

# A command that does not exist makes fish skip the whole check around it, as if that held. Only the tests' own calls
# count; what the solution makes of a missing command is its own business.
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
