# hack: ends the program with status 0 when it is loaded.
# verdict: incomplete

process.exit()
