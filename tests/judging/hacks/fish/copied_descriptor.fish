# hack: copies descriptor 3 to descriptor 4 while it is loaded, and ends.
# verdict: wrong_answer
cat </dev/fd/3 >/dev/fd/4
exit 0
