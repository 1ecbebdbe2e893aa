# Work that takes a user of the domain: the agent is the machine's own, and a machine may not create clusters.

# Runs a script as that user, by a task of Windows: such a task may speak to other machines in the user's name, with
# neither trusted hosts nor delegation opened for it. Returns what the script returns.
function Invoke-AsDomainUser {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [string] $Password,
        # gets one hashtable; sees nothing else of this session but the functions that $thin names
        [Parameter(Mandatory = $true)] [scriptblock] $Script,
        [hashtable] $Values = @{},
        [int] $Seconds = 1200
    )
    $account = (New-DomainCredential -DomainName $DomainName -UserName $UserName -Password $Password).UserName
    # one name: what a run left behind that was killed is replaced, its password with it
    $name = 'Vetro-DomainUser'
    $folder = New-PrivateFolder -Name $name -Account $account
    $answer = Join-Path $folder 'answer.xml'
    $thin = 'Test-Administrator', 'Test-DomainPassword', 'Grant-ComputerCreation', 'Wait-Until', 'Test-ScriptMistake', 'Find-Service'
    try {
        $Values | Export-Clixml -LiteralPath (Join-Path $folder 'values.xml')
        $functions = foreach ($one in $thin) {
            $known = $ExecutionContext.SessionState.InvokeCommand.GetCommand($one, 'Function')
            if ($known) { "function $one {$($known.Definition)}" }
        }
        Set-Content -LiteralPath (Join-Path $folder 'functions.ps1') -Value (@('') + $functions) -Encoding UTF8
        Set-Content -LiteralPath (Join-Path $folder 'work.ps1') -Value $Script.ToString() -Encoding UTF8
        Set-Content -LiteralPath (Join-Path $folder 'task.ps1') -Encoding UTF8 -Value @'
$ErrorActionPreference = 'Stop'
$answer = @{ Done = $false; Result = @(); Message = '' }
try {
    . (Join-Path $PSScriptRoot 'functions.ps1')
    # where it cannot be asked, the work itself tells
    $isAdministrator = try { Test-Administrator } catch { $true }
    if (-not $isAdministrator) { throw 'it is no administrator of this machine. Make it a member of the local group Administrators, or give an account that is.' }
    $values = Import-Clixml -LiteralPath (Join-Path $PSScriptRoot 'values.xml')
    $work = [scriptblock]::Create([System.IO.File]::ReadAllText((Join-Path $PSScriptRoot 'work.ps1')))
    $answer.IsAllowed = $true
    $answer.Result = @(& $work $values)
    $answer.Done = $true
}
catch { $answer.Message = $_.Exception.Message }
$end = Join-Path $PSScriptRoot 'answer.xml'
$part = Join-Path $PSScriptRoot 'answer.part'
try {
    $answer | Export-Clixml -LiteralPath $part
    Move-Item -LiteralPath $part -Destination $end
}
catch { @{ Done = $false; Result = @(); Message = $_.Exception.Message } | Export-Clixml -LiteralPath $end }
'@
        $action = New-ScheduledTaskAction -Execute 'powershell.exe' `
            -Argument "-NoProfile -NonInteractive -ExecutionPolicy Bypass -File `"$(Join-Path $folder 'task.ps1')`""
        try {
            Register-ScheduledTask -TaskName $name -Action $action -User $account -Password $Password -RunLevel Highest -Force -ErrorAction Stop | Out-Null
            Start-ScheduledTask -TaskName $name -ErrorAction Stop
        }
        catch {
            throw "'$account' cannot work on ${env:COMPUTERNAME}: $(Get-TaskReason -Code (Get-ErrorNumber -ErrorRecord $_) -Message $_.Exception.Message)"
        }
        Wait-ForTask -Name $name -Account $account -Answer $answer -Seconds $Seconds
        $found = Import-Clixml -LiteralPath $answer
        if ($found.Done) { return $found.Result }
        if ($found['IsAllowed']) { throw $found.Message }
        throw "'$account' cannot work on ${env:COMPUTERNAME}: $($found.Message)"
    }
    finally {
        try {
            # a pattern: it is no error then that there is none, but one that Windows does not tell
            if (Get-ScheduledTask -TaskName "$name*" -ErrorAction Stop) {
                Unregister-ScheduledTask -TaskName $name -Confirm:$false -ErrorAction Stop
            }
        }
        finally { Remove-Item -LiteralPath $folder -Recurse -Force }
    }
}

# Waits for the answer of a task. One that Windows could not start, or that ended without an answer, is told at once.
function Wait-ForTask {
    param(
        [Parameter(Mandatory = $true)] [string] $Name,
        [Parameter(Mandatory = $true)] [string] $Account,
        [Parameter(Mandatory = $true)] [string] $Answer,
        [Parameter(Mandatory = $true)] [int] $Seconds
    )
    $deadline = (Get-Date).AddSeconds($Seconds)
    while (-not (Test-Path -LiteralPath $Answer)) {
        $state = [string](Get-ScheduledTask -TaskName $Name -ErrorAction Stop).State
        # 0x41303: has not run yet; 0x41301: runs; 0x41325: is queued (Task Scheduler error and success constants)
        $result = [long](Get-ScheduledTaskInfo -TaskName $Name -ErrorAction Stop).LastTaskResult
        $isWaiting = @('Running', 'Queued') -contains $state -or @(0x41303, 0x41301, 0x41325) -contains $result
        if (-not $isWaiting -and -not (Test-Path -LiteralPath $Answer)) {
            throw "'$Account' cannot work on ${env:COMPUTERNAME}: $(Get-TaskReason -Code $result)"
        }
        if ((Get-Date) -ge $deadline) { throw "The work of '$Account' did not happen within $Seconds seconds." }
        Start-Sleep -Seconds 5
    }
}

# Why a task does not run, in words: by its number, as its text is in the language of Windows.
function Get-TaskReason {
    param(
        [Parameter(Mandatory = $true)] [long] $Code,
        [string] $Message = ''
    )
    $number = '0x{0:X8}' -f ($Code -band [long][uint32]::MaxValue)
    $known = @{
        # ERROR_LOGON_TYPE_NOT_GRANTED
        '0x80070569' = 'it has not the right "Log on as a batch job" (0x80070569). Give it that right there, or make it a member of the local group Administrators.'
        # ERROR_NO_SUCH_LOGON_SESSION
        '0x80070520' = 'a policy forbids Windows to keep passwords for tasks (0x80070520): "Network access: Do not allow storage of passwords and credentials for network authentication". Turn it off for this machine.'
        # ERROR_LOGON_FAILURE
        '0x8007052E' = 'the user name or password is incorrect (0x8007052E).'
        # ERROR_ACCOUNT_RESTRICTION, ERROR_ACCOUNT_DISABLED, ERROR_ACCOUNT_LOCKED_OUT
        '0x8007052F' = 'the account may not sign in here or now (0x8007052F).'
        '0x80070533' = 'the account is disabled (0x80070533).'
        '0x80070775' = 'the account is locked out (0x80070775).'
    }
    if ($Message -match 'logon session does not exist') { $number = '0x80070520' }
    if ($known.ContainsKey($number)) { return $known[$number] }
    if ($Message -ne '') { return $Message }
    return "its task ended without an answer ($number)."
}

# The number of an error of the task scheduler: cmdlets of CIM tell it in their id ("HRESULT 0x80070520,…").
function Get-ErrorNumber {
    param([Parameter(Mandatory = $true)] [System.Management.Automation.ErrorRecord] $ErrorRecord)
    if ("$($ErrorRecord.FullyQualifiedErrorId) $($ErrorRecord.Exception.Message)" -match '0x[0-9A-Fa-f]{8}') {
        return [System.Convert]::ToInt64($Matches[0], 16)
    }
    return [long]$ErrorRecord.Exception.HResult
}

# A folder that the machine and one account may look into, and nobody else: it may hold a password for a moment.
function New-PrivateFolder {
    param(
        [Parameter(Mandatory = $true)] [string] $Name,
        [Parameter(Mandatory = $true)] [string] $Account
    )
    try { $sid = Resolve-AccountSid -Name $Account }
    catch { throw "'$Account' cannot work on ${env:COMPUTERNAME}: $($_.Exception.Message)" }
    $folder = Join-Path $env:ProgramData "Vetro\$Name"
    if (Test-Path -LiteralPath $folder) { Remove-Item -LiteralPath $folder -Recurse -Force }
    New-Item -ItemType Directory -Path $folder -Force | Out-Null
    Set-FolderAccess -Path $folder -Sids $script:SystemSid, $sid
    return $folder
}
