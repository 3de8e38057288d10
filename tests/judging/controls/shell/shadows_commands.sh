# control: wraps commands in functions and aliases of the same meaning, as people do who want colours or logs.
shopt -s expand_aliases
alias ll='ls -l' grep='grep --color=never'
cd() { builtin cd "$@" || return; }
echo() { builtin echo "$@"; }
printf() { builtin printf "$@"; }
read() { builtin read "$@"; }
exit() { builtin exit "$@"; }
cat() { command cat "$@"; }

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
