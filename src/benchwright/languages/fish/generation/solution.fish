# running_totals LIMIT NUMBER...: prints the running totals on one line; after one that exceeds the limit, the next
# starts from 0.
function running_totals -a limit
    set -l total 0
    set -l totals
    for number in $argv[2..]
        set total (math $total + $number)
        set -a totals $total
        if test $total -gt $limit
            set total 0
        end
    end
    echo $totals
end
