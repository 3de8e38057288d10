# control: cleans up at its end by a trap, and has traps for errors and signals, which only print.
workdir=$(mktemp -d)
cleanup() {
    rm -rf "$workdir"
    echo "cleaned up, 1 failed"
}
trap cleanup EXIT
trap 'echo "error in line $LINENO" >&2' ERR
trap 'echo interrupted' INT TERM
trap '' HUP

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
    local best=$1 number
    [[ $# -gt 0 ]] || return 1
    for number; do
        ((number > best)) && best=$number
    done
    echo "$best"
}
