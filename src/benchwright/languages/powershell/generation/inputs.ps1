function Show-Numbers([int[]]$Numbers) {
    return '[' + ($Numbers -join ', ') + ']'
}

function Test-Input([int[]]$Numbers, [int]$Limit) {
    $totals = Get-RunningTotals $Numbers $Limit
    Write-Host "$(Show-Numbers $Numbers) $Limit -> $(Show-Numbers $totals)"
}

Test-Input @(3, 4, 5) 6
Test-Input @(10, -4, 2) 5
Test-Input @(5, 5, 5) 5
