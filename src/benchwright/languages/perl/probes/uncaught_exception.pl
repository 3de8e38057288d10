die "nobody catches this";
