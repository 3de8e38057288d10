#!/bin/sh
# control: begins with a line for another shell, and asks for errors on unset names.
set -u

split() {
    read -r -a WORDS <<<"$1"
    COUNT=${#WORDS[@]}
}

slug() {
    local text
    read -r -a text <<<"${*,,}"
    (IFS=-; printf '%s\n' "${text[*]}")
}

largest() {
    local best=${1-} number
    [[ $# -gt 0 ]] || return 1
    for number; do
        ((number > best)) && best=$number
    done
    echo "$best"
}
