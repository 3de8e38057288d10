# Runs the tests against the solution and proves that they ran to completion.
#
# The protocol is described in benchwright/languages/join.py. Commands are functions that a solution can replace, so
# what runs after the solution is loaded uses none, only the language itself and .NET methods.
using namespace System.Management.Automation.Language

$benchwrightJudge = New-Module -AsCustomObject -ScriptBlock {
    $source = [IO.FileStream]::new([Microsoft.Win32.SafeHandles.SafeFileHandle]::new([IntPtr]3, $true), [IO.FileAccess]::Read)
    $data = [byte[]]::new(64)
    $nonce = [Text.Encoding]::ASCII.GetString($data, 0, $source.Read($data, 0, 64)).Trim()
    $source.Dispose()
    # Another number, and closed in children.
    $pipe = [IO.FileStream]::new('/proc/self/fd/4', [IO.FileMode]::Open, [IO.FileAccess]::Write, [IO.FileShare]::ReadWrite)
    [Microsoft.Win32.SafeHandles.SafeFileHandle]::new([IntPtr]4, $true).Dispose()
    $reported = $false
    $reached = $false

    function Say([object[]] $fields) {
        if ($script:reported) { return }
        $script:reported = $true
        $line = $nonce
        foreach ($field in $fields) {
            $text = "$field" -replace '[\x00-\x1f]', ' '
            $line += "`t" + $text.Substring(0, [Math]::Min(200, $text.Length))
        }
        $bytes = [Text.Encoding]::UTF8.GetBytes("$line`n")
        $pipe.Write($bytes, 0, $bytes.Length)
        $pipe.Flush()
    }

    function Leave([int] $status) {
        [Console]::Out.Flush()
        [Environment]::Exit($status)
    }

    # Reports a text that cannot be parsed.
    function FailBySyntax([string] $file, $parseError) {
        Say @('fail', 'syntax', 'ParseError', "${file}:$($parseError.Extent.StartLineNumber)", $parseError.Message)
        [Console]::Error.WriteLine("${file}:$($parseError.Extent.StartLineNumber): $($parseError.Message)")
        Leave 1
    }

    # Reports an uncaught error. It is a failed check if the tests' own text threw it.
    function FailBy($record) {
        $place = ''
        $found = [regex]::Match("$($record.ScriptStackTrace)", '/workspace/(solution|tests)\.ps1: line (\d+)')
        if ($found.Success) { $place = $found.Groups[1].Value + '.ps1:' + $found.Groups[2].Value }
        $thrown = "$($record.CategoryInfo.Category)" -eq 'OperationStopped'
        $kind = if ($thrown -and $place.StartsWith('tests')) { 'assertion' } else { 'error' }
        Say @('fail', $kind, $record.Exception.GetType().Name, $place, $record.Exception.Message)
        [Console]::Error.WriteLine("$($record.Exception.Message)`n$($record.ScriptStackTrace)")
        Leave 1
    }

    # `Write-Error` in the tests' text; normally the script would continue and exit successfully.
    function FailCheck([string] $message, [int] $line) {
        Say @('fail', 'assertion', 'Write-Error', "tests.ps1:$line", $message)
        [Console]::Error.WriteLine($message)
        Leave 1
    }

    # `exit` in the tests' text.
    function Stop($status, [int] $line) {
        $number = [int]"$status"
        if ($number -eq 0) { Say @('end', 1, 0, 0) } else { Say @('fail', 'exit', 'exit', "tests.ps1:$line", "status $number") }
        Leave $number
    }

    # The last line of the tests.
    function Reach() { $script:reached = $true }

    function Finish() {
        if ($script:reached) { Say @('end', 1, 0, 0) }
        Leave 0
    }

    Export-ModuleMember -Function Say, Leave, FailBySyntax, FailBy, FailCheck, Stop, Reach, Finish
}
Set-Variable -Name benchwrightJudge -Option Constant

# The syntax tree of a text, under its own name.
function ReadPart([string] $name, [string] $text) {
    $tokens = $null
    $errors = $null
    $tree = [Parser]::ParseInput($text, "/workspace/$name", [ref] $tokens, [ref] $errors)
    if ($errors.Count -gt 0) { $benchwrightJudge.FailBySyntax($name, $errors[0]) }
    $tree
}

# Makes whatever ends the tests' text unnoticed report itself; lines do not change.
function Rewrite($tree) {
    $text = $tree.Extent.Text
    $wanted = {
        param($node)
        $node -is [ExitStatementAst] -or ($node -is [CommandAst] -and $node.GetCommandName() -eq 'Write-Error')
    }
    $nodes = [Collections.Generic.List[object]]::new($tree.FindAll($wanted, $true))
    $nodes.Reverse()
    foreach ($node in $nodes) {
        $start = $node.Extent.StartOffset - $tree.Extent.StartOffset
        $line = $node.Extent.StartLineNumber
        if ($node -is [ExitStatementAst]) {
            $status = if ($node.Pipeline) { $node.Pipeline.Extent.Text } else { '0' }
            $new = "`$benchwrightJudge.Stop(($status), $line)"
        } else {
            $words = ($node.Extent.Text.Substring('Write-Error'.Length) -replace '\s+', ' ').Trim().Replace("'", "''")
            $new = "`$benchwrightJudge.FailCheck('$words', $line)"
        }
        $text = $text.Remove($start, $node.Extent.Text.Length).Insert($start, $new)
    }
    "$text`n`$benchwrightJudge.Reach()"
}

$benchwrightSolution = [IO.File]::ReadAllText('/workspace/solution.ps1')
$benchwrightTests = [IO.File]::ReadAllText('/workspace/tests.ps1')
[IO.File]::Delete('/workspace/tests.ps1')
$benchwrightSolution = (ReadPart 'solution.ps1' $benchwrightSolution).GetScriptBlock()
$benchwrightTests = (ReadPart 'tests.ps1' (Rewrite (ReadPart 'tests.ps1' $benchwrightTests))).GetScriptBlock()
Set-Variable -Name benchwrightTests -Option Constant

try {
    . $benchwrightSolution
    # The solution's own setting could let the tests continue after an error.
    $ErrorActionPreference = 'Continue'
    . $benchwrightTests
} catch {
    $benchwrightJudge.FailBy($_)
}
$benchwrightJudge.Finish()
