# The cases, and what is done with each: see README.md.
$script:Cases = [System.Collections.Generic.List[object]]::new()
$script:Outcomes = [System.Collections.Generic.List[object]]::new()
$script:Columns = 'first', 'second', 'killed', 'failed', 'German'
# of generated places to kill and to fail, so many of each case are tried where not all are
$script:SampleSize = 2
# a mistake of a script, which "wait until" must not swallow
$script:Mistakes = 'PropertyNotFoundStrict|PropertyNotFound|MethodNotFound|NamedParameterNotFound|ParameterNotFound|CommandNotFoundException|VariableIsUndefined|InvokeMethodOnNull|ParameterBinding|AmbiguousParameterSet|ParameterArgumentValidationError|CannotConvertArgument|ParameterArgumentTransformationError'

# T-SQL that SQL Server cannot read, or that names what is not there: 102 and 105 syntax, 137 variables, 207 and 208 columns and tables
$script:SqlMistakes = 102, 105, 137, 207, 208
function Test-Mistake([System.Management.Automation.ErrorRecord] $Record) {
    $cause = $Record.Exception.GetBaseException()
    $Record.FullyQualifiedErrorId -match $script:Mistakes -or ($cause -is [Vetro.Testing.SqlException] -and $script:SqlMistakes -contains $cause.Number)
}

# Adds a case. Plan: PACKAGE/PLAN without its ending; On: the machine it runs on; World: builds it; Arguments: what fills
# the plan; Then: what holds afterwards, by Assert-That; Refused: what the sentence is like where it has to fail.
function Add-Case {
    param(
        [Parameter(Mandatory)] [string] $Plan, [Parameter(Mandatory)] [string] $Name, [Parameter(Mandatory)] [string] $On,
        [Parameter(Mandatory)] [scriptblock] $World, [hashtable] $Arguments = @{}, [scriptblock] $Then = {}, [string] $Refused = '',
        [string[]] $Columns = $script:Columns, [string[]] $Volatile = @(),
        # as its workflow does (1-machines.xml of Core): where "restart is pending", once, and the plan is sent again
        [switch] $Restarts,
        # what was chosen of each switch: see pairs.ps1
        [hashtable] $Chosen = $null
    )
    if ($Refused) { $Columns = @($Columns | Where-Object { $_ -in 'first', 'German' }) }
    $script:Cases.Add(@{ Plan = $Plan; Name = $Name; On = $On; World = $World; Arguments = $Arguments; Then = $Then; Refused = $Refused; Columns = $Columns; Volatile = $Volatile; Restarts = [bool]$Restarts; Chosen = $Chosen; Languages = @('de', 'fr') })
}

function Test-Then($Case, $World, $Run) { if ($Case.Chosen) { & $Case.Then $World $Run $Case.Chosen } else { & $Case.Then $World $Run } }
function Assert-That([bool] $Holds, [string] $What) { if (-not $Holds) { throw "not so: $What" } }
function Assert-Same($Is, $Should, [string] $What) { if ("$Is" -cne "$Should") { throw "${What}: '$Is', not '$Should'" } }

# ---- worlds and runs
function New-CaseWorld($Case, [string] $Language = 'en') {
    $script:Disk++
    $built = New-World
    $built.language = $Language
    $built.disk = "$Work/disks/$script:Disk"
    if ($Case.Chosen) { & $Case.World $built $Case.Chosen | Out-Null } else { & $Case.World $built | Out-Null }
    foreach ($machine in $built.machines.Values) { foreach ($folder in 'ProgramData', 'Windows/Temp', 'Program Files') { [void][System.IO.Directory]::CreateDirectory("$($built.disk)/$($machine.name)/C/$folder") } }
    $built
}

function Copy-World($World) {
    $script:Disk++
    $copy = [Vetro.Testing.State]::Clone($World)
    [Vetro.Testing.State]::CopyFolder($World.disk, "$Work/disks/$script:Disk")
    $copy.disk = "$Work/disks/$script:Disk"
    $copy
}

function Remove-World($World) { if ($World.disk -and [System.IO.Directory]::Exists($World.disk)) { [System.IO.Directory]::Delete($World.disk, $true) } }

$script:Initial = [initialsessionstate]::CreateDefault()
$script:Initial.ThrowOnRunspaceOpenError = $true
$script:Spare = $null

# Carries out a plan as workflows do: once more after a restart that it waits for, where the case's does so.
function Invoke-Plan {
    param($Case, $World, [hashtable] $Fault = @{ Kind = 'none'; At = 0 }, [bool] $Recording = $false)
    $run = Invoke-PlanOnce $Case $World $Fault $Recording 0
    if (-not $Case.Restarts -or $run.IsDead -or -not $run.Failed -or $run.Message -notmatch 'restart is pending') { return $run }
    Restart-WorldMachine $World $Case.On | Out-Null
    $again = Invoke-PlanOnce $Case $World $Fault $Recording $run.Count
    $again.Calls = @($run.Calls) + @($again.Calls)
    $again.Mistakes = @($run.Mistakes) + @($again.Mistakes)
    $again
}

# Carries out a plan on a machine as the agent does: its commands one after the other up to the first that fails, each by
# the text that the product composes, then the restart where the plan asks for one. $Before: how many calls there were.
function Invoke-PlanOnce($Case, $World, [hashtable] $Fault, [bool] $Recording, [int] $Before) {
    if ($Case.Composed.problem) { throw "the plan cannot be made: $($Case.Composed.problem)" }
    $calls = [System.Collections.Generic.List[object]]::new()
    $results = @()
    $mistakes = @()
    foreach ($command in $Case.Composed.commands) {
        $own = $Fault.Clone()
        $own.At = $Fault.At - $Before
        $run = Invoke-ComposedCommand $World $Case.On $command.text $own $Recording
        foreach ($call in $run.Calls) { $call.Number += $Before; $calls.Add($call) }
        $Before += $run.Count
        $mistakes += $run.Mistakes
        if ($World.broken) { throw "the world is not complete: $($World.broken)" }
        if ($run.IsDead) { return @{ IsDead = $true; World = $own.World; Disk = $own.Disk; Hit = $own.Hit; Calls = $calls; Mistakes = $mistakes } }
        if ($own.Hit) { $Fault.Hit = $own.Hit }
        if (-not $run.Entry) { throw "the command printed no result: $($run.Problem)" }
        $results += $run.Entry
        if ($run.Entry.IsException) { break }
    }
    $failed = [bool]@($results)[-1].IsException
    $reboot = $Case.Composed.reboot
    if ($reboot -eq 2 -or ($reboot -eq 1 -and -not $failed)) { Restart-WorldMachine $World $Case.On | Out-Null }
    $output = @($results | Where-Object { -not $_.IsException } | ForEach-Object { $_.Result })
    @{ IsDead = $false; Failed = $failed; Message = $(if ($failed) { "$(@($results)[-1].Result[1])" } else { '' }); Output = $output; Results = $results; Calls = $calls; Count = $Before; Mistakes = $mistakes; World = $World }
}

# One command in a runspace of its own.
function Invoke-ComposedCommand($World, [string] $Machine, [string] $Text, [hashtable] $Fault, [bool] $Recording) {
    $folder = "$($World.disk)/$Machine"
    $env:COMPUTERNAME = $Machine
    $env:ProgramData = 'C:\ProgramData'
    $env:TEMP = 'C:\Windows\Temp'
    $env:SystemDrive = 'C:'
    $env:SystemRoot = 'C:\Windows'
    $env:ProgramFiles = 'C:\Program Files'
    [Environment]::SetEnvironmentVariable('ProgramFiles(x86)', 'C:\Program Files (x86)')
    # .NET takes "C:/x" for a name in the current folder; a root with a colon in it is no root for PowerShell
    if (-not [System.IO.Directory]::Exists("$folder/C:")) { [void][System.IO.Directory]::CreateSymbolicLink("$folder/C:", "$folder/C") }
    [Environment]::CurrentDirectory = $folder
    if ($Fault.Kind -in 'before', 'kill', 'half') { $script:Disk++; $Fault.Disk = "$Work/disks/$script:Disk" }
    $spare = Get-Runspace
    $runspace = $spare.Runspace
    $module = $spare.Module
    $isClean = $false
    $console = [Console]::Out
    $shell = [powershell]::Create()
    $shell.Runspace = $runspace
    try {
        [void]$shell.AddScript({
                param($module, $world, $machine, $fault, $recording, $folder)
                Microsoft.PowerShell.Management\Set-Location -LiteralPath $folder
                New-PSDrive -Name C -PSProvider FileSystem -Root "$folder/C" -Scope Global | Out-Null
                & $module { Enter-World @args } $world $machine $fault $recording
            }).AddArgument($module).AddArgument($World).AddArgument($Machine).AddArgument($Fault).AddArgument($Recording).AddArgument($folder)
        [void]$shell.Invoke()
        if ($shell.HadErrors) { throw "the world does not begin: $($shell.Streams.Error[0]) $($shell.Streams.Error[0].ScriptStackTrace)" }
        $printed = [System.IO.MemoryStream]::new()
        $runspace.SessionStateProxy.SetVariable('SessionOutput', $printed)
        [Console]::SetOut([System.IO.TextWriter]::Null)
        $shell.Commands.Clear()
        # as the agent starts it: a text that is read from the standard input
        [void]$shell.AddScript('& ([ScriptBlock]::Create($args[0]))').AddArgument($Text)
        $problem = ''
        try { [void]$shell.Invoke() } catch { $problem = $_.Exception.Message }
        [Console]::SetOut($console)
        $shell.Commands.Clear()
        $state = @($shell.AddScript('param($module) & $module { @{ Calls = $script:Record.ToArray(); IsDead = $script:IsDead; Count = $script:CallCount } }; ,@($Error)').AddArgument($module).Invoke())
        $about = $state[0]
        $entry = $null
        foreach ($line in [System.Text.Encoding]::UTF8.GetString($printed.ToArray()) -split "`n") {
            if ($line -match '^vetro-result-test:result:(.+)$') { $entry = [System.Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($Matches[1].Trim())) | ConvertFrom-Json }
        }
        $mistakes = @($state[1] | Where-Object { $_ -is [System.Management.Automation.ErrorRecord] -and (Test-Mistake $_) -and "$($_.InvocationInfo.Line)" -notmatch '\$vetro' } | ForEach-Object { "$($_.Exception.Message) ($("$($_.InvocationInfo.Line)".Trim()))" } | Select-Object -Unique)
        $isClean = -not $about.IsDead
        return @{ Entry = $entry; Calls = @($about.Calls); IsDead = [bool]$about.IsDead; Count = [int]$about.Count; Mistakes = $mistakes; Problem = $problem }
    }
    finally {
        [Console]::SetOut($console)
        $shell.Dispose()
        if ($isClean) { Clear-Runspace $spare } else { $runspace.Dispose() }
    }
}

# A runspace that has the world: what a run leaves behind that ended as it should has nothing of the run any more (its variables
# are reset, and what functions it made are removed), and serves the next one, as loading the world takes most of the time.
function Get-Runspace {
    if ($script:Spare) { $spare = $script:Spare; $script:Spare = $null; return $spare }
    $runspace = [runspacefactory]::CreateRunspace($script:Initial)
    $runspace.ThreadOptions = 'UseCurrentThread'
    $runspace.Open()
    $shell = [powershell]::Create()
    $shell.Runspace = $runspace
    [void]$shell.AddScript({
            param($text)
            $module = New-Module -Name World -ScriptBlock ([scriptblock]::Create($text))
            Microsoft.PowerShell.Core\Import-Module $module -Global -DisableNameChecking
            $module
            @(Microsoft.PowerShell.Management\Get-ChildItem function:, alias: | ForEach-Object Name)
        }).AddArgument($moduleText)
    $made = @($shell.Invoke())
    if ($shell.HadErrors) { throw "the world does not load: $($shell.Streams.Error[0]) $($shell.Streams.Error[0].ScriptStackTrace)" }
    $shell.Dispose()
    @{ Runspace = $runspace; Module = $made[0]; Names = @($made | Select-Object -Skip 1) }
}

function Clear-Runspace($Spare) {
    $Spare.Runspace.ResetRunspaceState()
    $shell = [powershell]::Create()
    $shell.Runspace = $Spare.Runspace
    [void]$shell.AddScript({
            param($known)
            Microsoft.PowerShell.Management\Set-Location -LiteralPath /
            Microsoft.PowerShell.Management\Remove-PSDrive -Name C -Scope Global -Force
            Microsoft.PowerShell.Management\Get-ChildItem function: | Where-Object { $known -notcontains $_.Name } | ForEach-Object { Microsoft.PowerShell.Management\Remove-Item -LiteralPath "function:$($_.Name)" }
            $global:Error.Clear()
        }).AddArgument($Spare.Names).Invoke()
    $isClean = -not $shell.HadErrors
    $shell.Dispose()
    if ($isClean) { $script:Spare = $Spare } else { $Spare.Runspace.Dispose() }
}

# ---- columns
function Invoke-FirstRun($Case, [string] $Language = 'en') {
    $world = New-CaseWorld $Case $Language
    $run = Invoke-Plan $Case $world -Recording ($Language -eq 'en')
    if ($Case.Refused) {
        Assert-That $run.Failed "the plan is refused, but it ended well"
        Assert-That ($run.Message -match $Case.Refused) "the sentence is like '$($Case.Refused)', but it is: $($run.Message)"
        Test-Then $Case $world $run
        return @{ World = $world; Run = $run }
    }
    if ($run.Failed) { throw "failed: $($run.Message)" }
    if ($run.Mistakes.Count -gt 0) { throw "a mistake of the script: $($run.Mistakes -join '; ')" }
    Test-Then $Case $world $run
    @{ World = $world; Run = $run }
}

function Compare-World($Case, $Is, $Should, [string] $When) {
    $one = Get-WorldText $Is $Case.Volatile
    $other = Get-WorldText $Should $Case.Volatile
    $more = @([System.Linq.Enumerable]::Except([string[]]$one, [string[]]$other))
    $less = @([System.Linq.Enumerable]::Except([string[]]$other, [string[]]$one))
    if ($more.Count + $less.Count -eq 0) { return }
    throw "${When}: $(@(@($more | Select-Object -First 4 | ForEach-Object { "+ $_" }) + @($less | Select-Object -First 4 | ForEach-Object { "- $_" })) -join '; ')"
}

function Select-Sample($Random, $Items) {
    if ($All -or @($Items).Count -le $script:SampleSize) { return @($Items) }
    @($Items | Sort-Object { $Random.Next() } | Select-Object -First $script:SampleSize)
}
# A case's own sample: the same whichever cases are tried beside it.
function New-Random($Case) {
    $digest = [System.Security.Cryptography.SHA256]::HashData([System.Text.Encoding]::UTF8.GetBytes("$Seed $($Case.Plan) $($Case.Name)"))
    [System.Random]::new([System.BitConverter]::ToInt32($digest, 0))
}

# Of the pairs of each plan one, in one language: what is not the whole.
function Select-PairSample {
    $isChosen = @{}
    foreach ($plan in $script:Cases | Where-Object { $_.Chosen } | Group-Object { $_.Plan }) {
        $random = New-Random @{ Plan = $plan.Name; Name = 'pairs' }
        $case = $plan.Group[$random.Next($plan.Count)]
        $isChosen[$case] = $true
        $case.Columns = @($case.Columns | Where-Object { $_ -in 'first', 'German' })
        $case.Languages = @('de', 'fr' | Select-Object -Index $random.Next(2))
    }
    $script:Cases = [System.Collections.Generic.List[object]]@($script:Cases | Where-Object { -not $_.Chosen -or $isChosen[$_] })
}
# What a case is about. A column that fails does not keep the others from being tried, where they can be.
function Invoke-Case($Case) {
    $first = $null
    Invoke-Column $Case 'first' 'first run' { Set-Variable first (Invoke-FirstRun $Case) -Scope 2 }
    if ($first) {
        $done = $first.World
        $random = New-Random $Case
        Invoke-Column $Case 'second' 'second run' {
            $again = Copy-World $done
            $run = Invoke-Plan $Case $again
            if ($run.Failed) { throw "failed: $($run.Message)" }
            Test-Then $Case $again $run
            Compare-World $Case $again $done 'the second run changed'
            Remove-World $again
        }
        # killed after a call is killed before the next one: what a script does in between has no number
        if ($All) { foreach ($call in $first.Run.Calls | Select-Object -First 1) { Invoke-Column $Case 'killed' "killed before call $($call.Number), $($call.Name)" { Test-Killed $Case $done $call 'before' } } }
        foreach ($call in Select-Sample $random @($first.Run.Calls | Where-Object { $All -or $_.Changes })) {
            Invoke-Column $Case 'killed' "killed after call $($call.Number), $($call.Name)" { Test-Killed $Case $done $call 'kill' }
        }
        foreach ($call in Select-Sample $random @($first.Run.Calls | Where-Object { $_.HasHalf -and $_.Changes })) {
            Invoke-Column $Case 'killed' "killed in the middle of call $($call.Number), $($call.Name)" { Test-Killed $Case $done $call 'half' }
        }
        foreach ($call in Select-Sample $random @($first.Run.Calls)) {
            Invoke-Column $Case 'failed' "call $($call.Number), $($call.Name), fails" { Test-Failed $Case $done $call }
        }
        Remove-World $done
    }
    foreach ($language in $Case.Languages) { Invoke-Column $Case 'German' "language $language" { Remove-World (Invoke-FirstRun $Case $language).World } }
}

function Test-Killed($Case, $Done, $Call, [string] $Kind) {
    $run = Invoke-Plan $Case (New-CaseWorld $Case) -Fault @{ Kind = $Kind; At = $Call.Number }
    if (-not $run.IsDead) { throw "it was not killed: call $($Call.Number) did not come" }
    $rest = $run.World
    # the disk as it was at that moment: what finally has done since did not happen
    $rest.disk = $run.Disk
    $again = Invoke-Plan $Case $rest
    if ($again.Failed) { throw "run again it failed: $($again.Message)" }
    Test-Then $Case $rest $again
    Compare-World $Case $rest $Done 'run again it ended otherwise'
    Remove-World $rest
}

function Test-Failed($Case, $Done, $Call) {
    $world = New-CaseWorld $Case
    $fault = @{ Kind = 'fail'; At = $Call.Number }
    $run = Invoke-Plan $Case $world -Fault $fault
    if ($run.Failed) {
        Assert-That ($run.Message -match 'Access is denied') "the sentence has the machine's own words, but it is: $($run.Message)"
        Assert-That ($run.Message.Length -lt 600) "the sentence is short, but it has $($run.Message.Length) characters"
        $run = Invoke-Plan $Case $world
        if ($run.Failed) { throw "run again after it failed: $($run.Message)" }
    }
    Test-Then $Case $world $run
    Compare-World $Case $world $Done 'after the failure it ended otherwise'
    Remove-World $world
}

function Invoke-Column($Case, [string] $Column, [string] $What, [scriptblock] $Do) {
    if ($Case.Columns -notcontains $Column) { return }
    $begun = [System.Diagnostics.Stopwatch]::StartNew()
    $reason = ''
    try { & $Do } catch { $reason = "$($_.Exception.Message)"; if ($env:VETRO_WINDOWS_TRACE) { $reason += "`n$($_.ScriptStackTrace)" } }
    $script:Outcomes.Add(@{ plan = $Case.Plan; case = $Case.Name; column = $Column; what = $What; reason = $reason; ms = $begun.ElapsedMilliseconds; number = $Case.Number })
}

function Invoke-AllCases {
    $script:Disk = 0
    foreach ($case in $cases) {
        Invoke-Case $case
        # what is known so far, should the rest be stopped
        [System.IO.File]::AppendAllLines("$Work/outcome.jsonl", [string[]]@($script:Outcomes | ForEach-Object { ConvertTo-Json -Compress -InputObject $_ }))
        $script:Outcomes.Clear()
    }
}
