# The running totals; after one that exceeds the limit, the next starts from 0.
function Get-RunningTotals([int[]]$Numbers, [int]$Limit) {
    $totals = [System.Collections.Generic.List[int]]::new()
    $total = 0
    foreach ($number in $Numbers) {
        $total += $number
        $totals.Add($total)
        if ($total -gt $Limit) { $total = 0 }
    }
    return , $totals.ToArray()
}
