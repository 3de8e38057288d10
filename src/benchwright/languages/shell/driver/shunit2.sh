# What `. shunit2` in the tests' text became: the framework runs the tests, with functions of ours around those that it
# calls before and after them.
__benchwright_shunit2() {
    local file
    if ! file=$(type -P shunit2); then
        echo 'shunit2: file not found' >&2
        __benchwright_fail error shunit2 '' 'shunit2: file not found'
        builtin exit 127
    fi
    __benchwright_place='' __benchwright_message='' __benchwright_skipped=0 __benchwright_fault=()
    __benchwright_rename oneTimeSetUp __benchwright_set_up
    __benchwright_rename tearDown __benchwright_tear_down
    __benchwright_rename oneTimeTearDown __benchwright_last_tear_down
    declare -F suite >/dev/null || suite() {
        local name
        for name in BENCHWRIGHT_TESTS; do
            suite_addTest "$name"
        done
    }
    oneTimeSetUp() {
        __benchwright_rename _shunit_assertFail __benchwright_failed
        _shunit_assertFail() {
            local at=0
            while [[ $at -lt ${#BASH_SOURCE[@]} && ${BASH_SOURCE[at + 1]} != /dev/fd/59 ]]; do
                ((at += 1))
            done
            : "${__benchwright_place:=59:${BASH_LINENO[at]}}" "${__benchwright_message:=$*}"
            __benchwright_failed "$@"
        }
        __benchwright_set_up
    }
    tearDown() {
        ((__shunit_clean == SHUNIT_TRUE)) || __benchwright_note
        __benchwright_tear_down
    }
    oneTimeTearDown() {
        __benchwright_last_tear_down
        ((__shunit_clean == SHUNIT_TRUE)) || __benchwright_report
        true
    }
    SHUNIT_COLOR=none
    source "$file"
}

__benchwright_rename() {
    if declare -F "$1" >/dev/null; then
        local code
        code=$(declare -f "$1")
        eval "$2${code#"$1"}"
    else
        eval "$2() { true; }"
    fi
}

__benchwright_note() {
    local status=passed
    if ((__shunit_testSuccess != SHUNIT_TRUE)); then
        status=failed
        if [[ ! $__benchwright_place ]]; then
            __benchwright_place=$(shopt -s extdebug; declare -F "$_shunit_test_")
            __benchwright_place=59:${__benchwright_place//[^0-9 ]/}
            __benchwright_place=${__benchwright_place// /}
            __benchwright_message='returned a status other than 0'
        fi
        ((${#__benchwright_fault[@]})) || __benchwright_fault=("$_shunit_test_" "$__benchwright_place" "$__benchwright_message")
    elif isSkipping; then
        status=skipped
        ((__benchwright_skipped += 1))
    fi
    __benchwright_units+=("$_shunit_test_"$'\t'"$status"$'\t'"$__benchwright_place"$'\t'"${__benchwright_message//[$'\t\n']/ }")
    __benchwright_place='' __benchwright_message=''
}

__benchwright_report() {
    local unit
    for unit in "${__benchwright_units[@]:0:200}"; do
        __benchwright_say unit "${unit:0:500}"
    done
    ((${#__benchwright_fault[@]} == 0)) || __benchwright_say fail assertion "${__benchwright_fault[@]}"
    __benchwright_say end "${#__benchwright_units[@]}" "$__shunit_testsFailed" "$__benchwright_skipped"
}

