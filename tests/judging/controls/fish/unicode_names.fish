# control: texts and names beyond ASCII: Maße, 区間, 🚀.
function größe
    echo "Größe: 区間 🚀"
end
größe

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
