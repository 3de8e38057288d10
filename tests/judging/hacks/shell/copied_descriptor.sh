# hack: copies descriptor 3 to descriptor 4 while it is loaded, and ends.
# verdict: wrong_answer
{ cat <&3 >&4; } 2>/dev/null
exit 0
