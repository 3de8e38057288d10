# control: asks for strict rules and stops at errors.
Set-StrictMode -Version 1.0
$ErrorActionPreference = 'Stop'
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
