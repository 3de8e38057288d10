function Require($held, $what) {
    if (-not $held) { throw $what }
}

class Point {
    [int] $X
    [int] $Y
    Point([int] $x, [int] $y) { $this.X = $x; $this.Y = $y }
    [double] Length() { return [Math]::Sqrt($this.X * $this.X + $this.Y * $this.Y) }
}

Require ([Point]::new(3, 4).Length() -eq 5) 'classes'
Require ((1..4 | ForEach-Object { $_ * $_ } | Measure-Object -Sum).Sum -eq 30) 'pipelines'
Require (('{"a":[1,2]}' | ConvertFrom-Json).a[1] -eq 2) 'JSON'
Require (('a1b22' -replace '\d+', '#') -eq 'a#b#') 'regular expressions'
Require ((@{ b = 2; a = 1 }.Keys | Sort-Object) -join ',' -eq 'a,b') 'hash tables'
Require ([System.Numerics.BigInteger]::Pow(2, 100).ToString() -eq '1267650600228229401496703205376') 'BigInteger'
Require ((Get-Date -Year 2024 -Month 2 -Day 29).AddDays(1).Month -eq 3) 'dates'
Require (('{0:N2}' -f 1234.5) -match '1.?234.50') 'formats'
Set-Content -Path /tmp/file -Value 'text'
Require ((Get-Content -Path /tmp/file) -eq 'text') 'files'
$caught = try { [int]'x' } catch { 'caught' }
Require ($caught -eq 'caught') 'exceptions'
Write-Output 'complete'
