# control: ends, as scripts do, with a call of main and its status, which is not 0 without arguments.
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

function main
    if not set -q argv[1]
        echo "usage: words TEXT" >&2
        return 2
    end
    slug $argv
end

main $argv
exit $status
