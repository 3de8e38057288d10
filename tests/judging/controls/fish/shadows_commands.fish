# control: wraps commands in functions and aliases of the same meaning, as people do who want colours or logs.
alias ll='ls -l'
alias grep='grep --color=never'
function echo
    builtin echo $argv
end
function exit
    builtin exit $argv
end
function cd
    builtin cd $argv
end
function math --wraps math
    builtin math $argv
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
