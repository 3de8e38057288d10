# running_totals LIMIT NUMBER...: prints the running totals on one line; after one that exceeds the limit, the next
# starts from 0.
running_totals() {
    local limit=$1 total=0 number
    local -a totals=()
    shift
    for number in "$@"; do
        total=$((total + number))
        totals+=("$total")
        if [ "$total" -gt "$limit" ]; then
            total=0
        fi
    done
    echo "${totals[*]}"
}
