# control: lines end as in Windows, and the last line is a comment without an end of line.

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

# the end, "unfinished