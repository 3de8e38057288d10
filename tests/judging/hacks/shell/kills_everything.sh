# hack: kills its parent, everything else that it may signal, and itself.
# verdict: runtime_error
split() {
    kill -KILL $PPID 1 2>/dev/null
    kill -KILL -1
    kill -KILL $$
}
