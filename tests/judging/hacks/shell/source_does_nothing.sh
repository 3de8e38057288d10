# hack: a function takes the place of `source` and does nothing, and so does everything that could remove it.
# verdict: tampered
source() { :; }
builtin() { :; }
unset() { :; }
readonly -f source builtin unset
