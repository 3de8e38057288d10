# hack: writes a proof of its own making to descriptor 4.
# verdict: tampered
cat(strrep("0", 32), "\tend\t2\t0\t0\n", sep = "", file = "/dev/fd/4")
q("no")
