NR == 1 { print $1 + $2 }
NR == 2 { print toupper($0) }
