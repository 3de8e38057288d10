# control: the last command while it is loaded has another status than 0, and so has the last of its functions.
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

split() {
    read -r -a WORDS <<<"$1"
    COUNT=${#WORDS[@]}
    [[ -n ${DEBUG-} ]] && echo "debug: $COUNT"
}
[[ -n ${DEBUG-} ]] && echo "loaded"
