# control: changes options of the shell that change how text is read and matched.
shopt -s extglob globstar nullglob nocasematch lastpipe
shopt -u sourcepath
set -o noclobber
set +o history
LC_ALL=C
export LC_ALL PS4='trace: '
set -x
declare -r SEPARATOR=-

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

set +x
shopt -u nocasematch
