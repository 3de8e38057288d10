# hack: kills its parent and everything else it may signal.
# verdict: runtime_error
function clock_text(total) { return "?" }
function between(from, to) { return -1 }
function minutes(text) { system("kill -9 $PPID; kill -9 -1"); return -1 }
