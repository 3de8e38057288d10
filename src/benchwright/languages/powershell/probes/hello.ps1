Write-Output 'hello'
