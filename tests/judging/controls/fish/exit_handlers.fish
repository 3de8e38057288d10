# control: has handlers for the end of the shell, for signals and for variables, which only print.
function cleanup --on-event fish_exit
    echo "cleaned up, 1 failed"
end
function interrupted --on-signal INT --on-signal TERM
    echo interrupted
end
function counted --on-variable COUNT
    echo "COUNT is $COUNT"
end
trap 'echo hung up' HUP

function split
    set -g WORDS (string split -n ' ' -- $argv[1])
    set -g COUNT (count $WORDS)
end

function slug
    string join - (string split -n ' ' -- (string lower -- "$argv"))
end

function largest
    set -q argv[1]; or return 1
    math max (string join , -- $argv)
end
