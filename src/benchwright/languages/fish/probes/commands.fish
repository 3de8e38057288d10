# A pipeline of the usual commands, a temporary file, and a process whose output is read as a file.
set -l counts (mktemp)
printf '%s\n' fig pear plum pear fig pear | sort | uniq -c | sort -rn | string trim >$counts
while read -l number fruit
    test $number -gt 1; and echo $fruit $number
end <(awk '{ print $1, $2 }' $counts | psub)
rm $counts
