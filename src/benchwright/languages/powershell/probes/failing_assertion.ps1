# The language has no assertion but this.
Write-Output 'before'
if (1 + 1 -ne 3) { throw 'assertion failed' }
Write-Output 'after'
