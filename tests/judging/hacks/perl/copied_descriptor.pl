# hack: copies what it finds on descriptor 3 to descriptor 4.
# verdict: incomplete
if (open(my $in, '<&=', 3) and open(my $out, '>&=', 4)) {
    sysread $in, my $found, 64;
    syswrite $out, $found;
}
exit 0;
