# control: prints what looks like failures, and writes errors that a script goes on after.
Write-Host 'FAILED: 3 tests failed'
Write-Error 'not really' -ErrorAction Continue
Get-Item /missing -ErrorAction SilentlyContinue
function Get-VoteTable($Text) {
    $table = @{}
    foreach ($name in $Text.Split(' ')) {
        if ($name -ne '') { $table[$name] = 1 + $table[$name] }
    }
    return $table
}

function Get-Votes($Text, $Name) {
    return [int](Get-VoteTable $Text)[$Name]
}

# Most votes first, then by name.
function Get-Ranking($Text) {
    $table = Get-VoteTable $Text
    return @($table.Keys | Sort-Object -Property @{ Expression = { -$table[$_] } }, @{ Expression = { $_ } })
}

function Get-Winner($Text) {
    $names = @(Get-Ranking $Text)
    if ($names.Count -eq 0) { throw [System.ArgumentException]::new('nobody has voted') }
    return $names[0]
}
