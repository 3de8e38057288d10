"""AWK, run by gawk."""
