# control: runs in strict mode, with globbing off and another separator of words.
set -euo pipefail
set -f
IFS=$'\n\t'

split() {
    local IFS=' '
    read -r -a WORDS <<<"$1"
    COUNT=${#WORDS[@]}
}

slug() {
    local IFS=' ' text
    read -r -a text <<<"${*,,}"
    (IFS=-; printf '%s\n' "${text[*]}")
}

largest() {
    [[ $# -gt 0 ]] || return 1
    local best=$1 number
    for number; do
        if ((number > best)); then best=$number; fi
    done
    echo "$best"
}
