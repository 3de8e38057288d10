# Runs the tests over the solution in one shell and proves that they came to their end. The protocol is described in
# benchwright/languages/join.py. No other program is started, as that would take longer than everything else here.

# Nonce, proof and tests move to descriptors out of the way of scripts, which like to use 3 and 4 themselves. The nonce
# stays unread in its pipe, so that no variable holds it; the tests' file is emptied before the solution can look.
exec {__benchwright_nonce}<&3 3<&- {__benchwright_proof}>&4 4>&-
mapfile -d '' __benchwright_units <tests.sh
exec 59<<<"${__benchwright_units[0]}"
: >tests.sh
__benchwright_units=()
__benchwright_line=0 __benchwright_key=''

__benchwright_say() {
    if [[ -z $__benchwright_key ]]; then
        IFS= read -r -u "$__benchwright_nonce" __benchwright_key || :
    fi
    printf '%s\t' "$__benchwright_key" "${@:1:$#-1}" >&"$__benchwright_proof"
    printf '%s\n' "${@: -1}" >&"$__benchwright_proof"
}

__benchwright_tell_units() {
    local name
    for name in "${__benchwright_units[@]:0:200}"; do
        __benchwright_say unit "$name" passed '' ''
    done
}

# Called with the name of a test function that has returned. The status that the tests see stays as it was.
__benchwright_unit() {
    local status=$?
    __benchwright_units+=("$1")
    return "$status"
}

__benchwright_end() {
    trap - EXIT
    local count=${#__benchwright_units[@]}
    __benchwright_tell_units
    __benchwright_say end "$((count ? count : $1))" 0 0
}

__benchwright_fail() {
    trap - EXIT
    __benchwright_tell_units
    __benchwright_say fail "$1" "$2" "$3" "$4"
}

# What `exit` in the tests' own text calls: with status 0 the tests are complete.
__benchwright_exit() {
    local status=${1-$?}
    if ((BASH_SUBSHELL == 0)); then
        if [[ $status == 0 ]]; then
            __benchwright_end 1
        else
            local line=${BASH_LINENO[0]}
            # A function that another function of the tests calls is the check; the line of interest calls it.
            [[ ${FUNCNAME[2]-} == @(source|main|) ]] || line=${BASH_LINENO[1]}
            __benchwright_fail exit "exit $status" "59:$line" ''
        fi
    fi
    builtin exit "$status"
}

# The shell ends although nobody called the above: by `set -e` in the tests, or because the solution wants it so.
__benchwright_left() {
    local status=$? line=$__benchwright_line
    if ((status != 0 && BASH_SUBSHELL == 0)) && [[ ${BASH_SOURCE[1]} == /dev/fd/59 ]]; then
        # Inside a function only the line that called it is known.
        [[ ${FUNCNAME[1]} == source ]] || line=${BASH_LINENO[1]}
        __benchwright_fail exit "status $status" "59:$line" ''
    fi
    builtin exit "$status"
}

# BENCHWRIGHT_SHUNIT2
readonly -f __benchwright_say __benchwright_tell_units __benchwright_unit __benchwright_end __benchwright_fail \
    __benchwright_exit __benchwright_left

source ./solution.sh
__benchwright_status=$?

# Take back what the solution may have redefined and the tests rely on. An assignment is the one thing that no function
# can stand in for, and in POSIX mode the commands that follow come before functions of their names.
POSIXLY_CORRECT=1
unset -f [ test exit return true false : builtin command unset trap set eval source . printf read local declare shift \
    enable hash
unset POSIXLY_CORRECT
enable [ test exit return true false : builtin command unset trap set eval source . printf read local declare shift
hash -r
shopt -u expand_aliases extdebug
trap - DEBUG RETURN
# A text that is no shell makes `source` return 2; so do some that are.
if ((__benchwright_status == 2)) && ! "$BASH" -n ./solution.sh 2>/dev/null; then
    __benchwright_fail syntax 'syntax error' '' ''
    builtin exit 2
fi
# BENCHWRIGHT_TRAPS
source /dev/fd/59
__benchwright_status=$?
if ((__benchwright_status != 0)); then
    __benchwright_fail exit "status $__benchwright_status" '' ''
    builtin exit "$__benchwright_status"
fi
__benchwright_end BENCHWRIGHT_EXECUTED
