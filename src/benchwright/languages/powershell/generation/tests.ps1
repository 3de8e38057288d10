function Assert-Equal($Actual, $Expected) {
    if (($Actual -join ',') -ne ($Expected -join ',')) { throw "$Actual instead of $Expected" }
}

function Test-RunningTotals {
    Assert-Equal (Get-RunningTotals @(3, 4, 5) 6) @(3, 7, 5)
    Assert-Equal (Get-RunningTotals @(10, -4, 2) 5) @(10, -4, -2)
    Assert-Equal (Get-RunningTotals @(5, 5, 5) 5) @(5, 10, 5)
}

Test-RunningTotals
