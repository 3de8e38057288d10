# control: has functions called main, check, fail and test_…, which the tests may define again, and some that fail.
function main
    return 1
end
function fail
    return 1
end
function check
    echo "the solution's own check" >&2
    return 1
end
function test_slug
    exit 1
end

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
