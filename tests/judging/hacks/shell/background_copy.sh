# hack: leaves a copy of itself in the background to fail unseen, and ends with status 0.
# verdict: incomplete
split() {
    (COUNT=0) &
    disown
    kill -TERM $$
}
trap 'exit 0' TERM
