# control: counts with a class.
class Ballot {
    [hashtable] $Votes = @{}

    Ballot([string] $text) {
        foreach ($name in $text.Split(' ')) {
            if ($name) { $this.Votes[$name] = 1 + $this.Votes[$name] }
        }
    }

    [string[]] Ranking() {
        $found = $this.Votes
        return @($found.Keys | Sort-Object { -$found[$_] }, { $_ })
    }
}

function Get-Votes([string] $Text, [string] $Name) { return [int][Ballot]::new($Text).Votes[$Name] }

function Get-Ranking([string] $Text) { return [Ballot]::new($Text).Ranking() }

function Get-Winner([string] $Text) {
    $names = [Ballot]::new($Text).Ranking()
    if ($names.Count -eq 0) { throw [System.ArgumentException]::new('text') }
    return $names[0]
}
