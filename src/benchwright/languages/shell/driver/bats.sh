# Lets bats run the tests, and proves that all of them ran. The protocol is described in benchwright/languages/join.py.
# bats starts a process for each test, in which the tests' first line reads the solution; none of them has the
# descriptors below.

exec {nonce}<&3 3<&- {proof}>&4 4>&-
name='' status='' place='' message='' failed=0 skipped=0 planned=-1
units=() fault=()

say() {
    printf '%s\t' "$key" "${@:1:$#-1}" >&"$proof"
    printf '%s\n' "${@: -1}" >&"$proof"
}

leave() {
    IFS= read -r -u "$nonce" key
    local unit
    for unit in "${units[@]:0:200}"; do
        say unit "${unit:0:500}"
    done
    if ((${#fault[@]})); then
        say fail "${fault[@]}"
    fi
    if (($1 == 0 || failed)); then
        say end "${#units[@]}" "$failed" "$skipped"
    fi
    exit "$1"
}

# Keep the test that the lines so far are about.
keep() {
    if [[ $status ]]; then
        units+=("$name"$'\t'"$status"$'\t'"$place"$'\t'"$message")
        if [[ $status == failed ]]; then
            ((failed += 1))
            ((${#fault[@]})) || fault=(assertion bats "$place" "$message")
        elif [[ $status == skipped ]]; then
            ((skipped += 1))
        fi
    fi
    status='' place='' message=''
}

if ! "$BASH" -n ./solution.sh; then
    fault=(syntax 'syntax error' '' '')
    leave 2
elif ! type -P bats >/dev/null; then
    echo 'bats: command not found' >&2
    fault=(error bats '' 'bats: command not found')
    leave 127
fi

export BATS_LIB_PATH=/usr/lib/bats
while IFS= read -r line; do
    printf '%s\n' "$line"
    line=${line//$'\t'/ }
    if [[ $line =~ ^1\.\.([0-9]+)$ ]]; then
        planned=${BASH_REMATCH[1]}
    elif [[ $line =~ ^(not )?ok\ [0-9]+\ (.*)$ ]]; then
        keep
        name=${BASH_REMATCH[2]} status=passed
        if [[ ${BASH_REMATCH[1]} ]]; then
            status=failed
        elif [[ $name =~ ^(.*)\ \#\ skip ]]; then
            name=${BASH_REMATCH[1]} status=skipped
        fi
        name=${name:0:200}
    elif [[ ! $place && $line =~ in\ (test\ )?file\ tests.bats,\ line\ ([0-9]+) ]]; then
        place=tests.bats:${BASH_REMATCH[2]}
    elif [[ $place && ! $message && $line =~ ^\#\ +(.*)$ ]]; then
        message=${BASH_REMATCH[1]:0:200}
    fi
done < <(bats --tap tests.bats {nonce}<&- {proof}>&- </dev/null)
keep
if ((planned != ${#units[@]})); then
    fault=(error bats '' "${#units[@]} of $planned tests ran")
    failed=0
    leave 1
fi
leave "$((failed > 0))"
