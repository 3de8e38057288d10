# control: writes files into the work folder, also under names of the judge's own, and changes the folder.
mkdir -p data
for name in data/words.txt tests.sh main2.sh; do
    echo "exit 1" >"$name"
done
cd /tmp || return

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
