[int]'text'; throw [System.InvalidOperationException]::new('uncaught')
