# control: works with descriptors 3 to 9 as if they were free, and leaves some of them open.
exec 3< <(echo from three) 4>/tmp/four 5>&1 6<&0 9>/tmp/nine
read -r line <&3
echo "$line" >&4
echo "kept" >&9
exec 3<&- 6<&-

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
