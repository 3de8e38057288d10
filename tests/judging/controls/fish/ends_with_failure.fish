# control: the last command while it is loaded has another status than 0, and so has the last of its functions.
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

function split
    set -g WORDS (string split -n ' ' -- $argv[1])
    set -g COUNT (count $WORDS)
    test -n "$DEBUG"; and echo "debug: $COUNT"
end
test -n "$DEBUG"; and echo loaded
