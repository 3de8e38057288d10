# control: reads standard input while it is loaded, though there is none, and closes it.
while IFS= read -r line; do
    echo "$line"
done
read -r first || first=none
exec 0<&-
exec </dev/null

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
