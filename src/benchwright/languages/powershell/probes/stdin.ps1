$sum = 0
foreach ($word in [Console]::In.ReadLine().Split(' ')) { $sum += [int]$word }
Write-Output $sum
Write-Output ([Console]::In.ReadLine().ToUpperInvariant())
foreach ($arg in $args) { Write-Output $arg }
if ($null -ne [Console]::In.ReadLine()) { exit 1 }
