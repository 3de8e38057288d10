# Arrays, process substitution, a temporary file and the usual commands in a pipeline.
set -euo pipefail
fruits=(fig pear plum pear fig pear)
counts=$(mktemp)
printf '%s\n' "${fruits[@]}" | sort | uniq -c | sort -rn | sed 's/^ *//' > "$counts"
while read -r count fruit; do
    [[ $count -gt 1 ]] && echo "$fruit $count"
done < <(grep -v plum "$counts" | awk '{ print $1, $2 }')
rm "$counts"
