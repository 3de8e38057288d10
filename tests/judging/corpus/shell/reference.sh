# Words of a line: `slug TEXT…` prints them joined by dashes, `largest NUMBER…` prints the largest, and `split TEXT`
# leaves them in the array WORDS and their number in COUNT.

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
