# Words of a line: `slug TEXT…` prints them joined by dashes, `largest NUMBER…` prints the largest, and `split TEXT`
# leaves them in the list WORDS and their number in COUNT.

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
