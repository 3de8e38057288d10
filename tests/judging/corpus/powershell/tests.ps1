function Assert-Equal($Got, $Wanted) {
    if ($Got -ne $Wanted) { throw "$Got instead of $Wanted" }
}

function Test-Votes {
    Assert-Equal (Get-Votes 'ann bob ann' 'ann') 2
    if (((Get-Ranking 'cid bob ann bob') -join ',') -ne 'bob,ann,cid') { throw 'votes, then name' }
}

function Test-Winner {
    $refused = $false
    try { Get-Winner ' ' } catch [System.ArgumentException] { $refused = $true }
    if (-not $refused) { Write-Error 'an empty ballot was counted' }
    if ((Get-Winner 'eve dan eve') -ne 'eve') {
        Write-Host 'another winner'
        exit 1
    }
}

Test-Votes
Test-Winner
