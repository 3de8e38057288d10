# control: reads standard input while it is loaded, though there is none.
while read -l line
    echo $line
end
read -l first; or set -l first none

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
