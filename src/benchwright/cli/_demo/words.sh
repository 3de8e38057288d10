tr ' ' '\n' <<<"the cat and the dog and the bird" | sort | uniq -c | sort -rn | head -n 1 | awk '{ print $1, $2 }'
