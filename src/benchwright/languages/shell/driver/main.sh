# Runs the tests against the solution in one shell and proves that they ran to completion. The protocol is described in
# benchwright/languages/join.py. No other program is started, because that would take longer than everything else here.

# Nonce, proof and tests are moved to high descriptors, because scripts often use 3 and 4 themselves. The nonce stays
# unread in its pipe, so that no variable holds it; the tests' file is emptied before the solution can read it.
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

# Called with the name of a test function that has returned. The status that the tests see does not change.
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

# Called by `exit` in the tests' own text: status 0 means that the tests are complete.
__benchwright_exit() {
    local status=${1-$?}
    if ((BASH_SUBSHELL == 0)); then
        if [[ $status == 0 ]]; then
            __benchwright_end 1
        else
            local line=${BASH_LINENO[0]}
            # A function of the tests called by another one is the check, and the line that calls it is reported.
            [[ ${FUNCNAME[2]-} == @(source|main|) ]] || line=${BASH_LINENO[1]}
            __benchwright_fail exit "exit $status" "59:$line" ''
        fi
    fi
    builtin exit "$status"
}

# The shell exits without a call of the above: by `set -e` in the tests, or because the solution made it exit.
__benchwright_left() {
    local status=$? line=$__benchwright_line
    if ((status != 0 && BASH_SUBSHELL == 0)) && [[ ${BASH_SOURCE[1]} == /dev/fd/59 ]]; then
        # Inside a function, only the line that called it is known.
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

# Restore what the solution may have redefined and the tests rely on. An assignment is the only thing that no function
# can replace, and in POSIX mode the commands that follow take precedence over functions of their names.
POSIXLY_CORRECT=1
unset -f [ test exit return true false : builtin command unset trap set eval source . printf read local declare shift \
    enable hash
unset POSIXLY_CORRECT
enable [ test exit return true false : builtin command unset trap set eval source . printf read local declare shift
hash -r
shopt -u expand_aliases extdebug
trap - DEBUG RETURN
# `source` returns 2 for a text that is not valid shell, and for some that are.
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
