# What every script stands on. A plan lists this file first; all scripts of a plan share one runspace.

Set-StrictMode -Version 2.0
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

# Writes a line to the agent's log. Never hand it a password.
function Write-Log {
    param([Parameter(Mandatory = $true)] [string] $Message)
    $stamp = (Get-Date).ToUniversalTime().ToString('yyyy-MM-dd HH:mm:ssZ')
    $folder = Join-Path $env:ProgramData 'Vetro'
    if (-not (Test-Path -LiteralPath $folder)) {
        New-Item -ItemType Directory -Path $folder -Force | Out-Null
    }
    Add-Content -LiteralPath (Join-Path $folder 'deployment.log') -Value "$stamp $Message" -Encoding UTF8
}

# Passwords arrive as plain text in a plan's arguments and go on as SecureString; no character is special.
function ConvertTo-Secret {
    param([Parameter(Mandatory = $true)] [AllowEmptyString()] [string] $Text)
    $secret = New-Object System.Security.SecureString
    foreach ($character in $Text.ToCharArray()) {
        $secret.AppendChar($character)
    }
    $secret.MakeReadOnly()
    return $secret
}

function New-DomainCredential {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [string] $Password
    )
    $account = if ($UserName.Contains('\') -or $UserName.Contains('@')) { $UserName } else { "$DomainName\$UserName" }
    return New-Object System.Management.Automation.PSCredential($account, (ConvertTo-Secret $Password))
}

# Repeats an action until it returns something, for what Windows finishes in the background. A mistake of the script
# itself does not pass by waiting and ends it at once.
function Wait-Until {
    param(
        [Parameter(Mandatory = $true)] [scriptblock] $Condition,
        [Parameter(Mandatory = $true)] [string] $What,
        [int] $Seconds = 300
    )
    $deadline = (Get-Date).AddSeconds($Seconds)
    $last = ''
    while ($true) {
        try {
            $result = & $Condition
            if ($result) { return $result }
        }
        catch {
            if (Test-ScriptMistake $_) { throw }
            $last = " Last answer: $($_.Exception.Message)"
        }
        if ((Get-Date) -ge $deadline) {
            throw "$What did not happen within $Seconds seconds.$last"
        }
        Start-Sleep -Seconds 5
    }
}

# Whether an error is one of the script, not of what it works on: an unknown command, parameter, property or variable, or
# T-SQL that SQL Server cannot read (102, 105), or that names a variable, column or table that is not there (137, 207, 208).
function Test-ScriptMistake {
    param([Parameter(Mandatory = $true)] [System.Management.Automation.ErrorRecord] $Problem)
    if ($Problem.Exception -is [System.Management.Automation.CommandNotFoundException]) { return $true }
    if ($Problem.Exception -is [System.Management.Automation.ParameterBindingException]) { return $true }
    $cause = $Problem.Exception.GetBaseException()
    if ($cause.GetType().Name -eq 'SqlException' -and @(102, 105, 137, 207, 208) -contains $cause.Number) { return $true }
    $id = ($Problem.FullyQualifiedErrorId -split ',')[0]
    return @('PropertyNotFoundStrict', 'VariableIsUndefined', 'InvokeMethodOnNull', 'MethodNotFound', 'NullArray') -contains $id
}

# A service of this machine; nothing where there is none. By a pattern: it is no error then that there is none, but one that
# Windows does not tell.
function Find-Service {
    param([Parameter(Mandatory = $true)] [string] $Name)
    Get-Service -Name "$Name*" | Where-Object { $_.Name -eq $Name }
}

# A shared folder of this machine; nothing where there is none.
function Find-Share {
    param([Parameter(Mandatory = $true)] [string] $Name)
    try { return Get-SmbShare -Name $Name -ErrorAction Stop }
    catch {
        if ($_.FullyQualifiedErrorId -notlike 'CmdletizationQuery_NotFound*') { throw }
    }
}

# A rule of the firewall; nothing where there is none.
function Find-FirewallRule {
    param([Parameter(Mandatory = $true)] [string] $Name)
    try { return Get-NetFirewallRule -Name $Name -ErrorAction Stop }
    catch {
        if ($_.FullyQualifiedErrorId -notlike 'CmdletizationQuery_NotFound*') { throw }
    }
}

# A program that Windows finds by its name; nothing where there is none.
function Find-Program {
    param([Parameter(Mandatory = $true)] [string] $Name)
    try { return @(Get-Command -Name $Name -CommandType Application -ErrorAction Stop)[0] }
    catch {
        if ($_.FullyQualifiedErrorId -notlike 'CommandNotFoundException*') { throw }
    }
}

# Installs Windows features that are missing; one that is there already is left alone.
function Install-MissingFeature {
    param(
        [Parameter(Mandatory = $true)] [string[]] $Name,
        # left out where this edition does not have them: a Windows without a desktop has no consoles
        [string[]] $Optional = @(),
        # the plan restarts the machine when it has ended well
        [switch] $RestartFollows
    )
    Import-Module ServerManager
    $known = @(Get-WindowsFeature -Name ($Name + $Optional))
    $names = @($known | ForEach-Object { $_.Name })
    $unknown = @($Name | Where-Object { $names -notcontains $_ })
    if ($unknown.Count -gt 0) {
        throw "This edition of Windows has no feature named: $($unknown -join ', ')."
    }
    $missing = @($known | Where-Object { -not $_.Installed } | ForEach-Object { $_.Name })
    if ($missing.Count -eq 0) {
        Write-Log "Features are there already: $($Name -join ', ')"
        return
    }
    Confirm-NoPendingRestart
    Write-Log "Installing features: $($missing -join ', ')"
    $result = Install-WindowsFeature -Name $missing -IncludeManagementTools
    if (-not $result.Success) {
        throw "Windows could not install: $($missing -join ', ') ($($result.ExitCode))."
    }
    # "Maybe" is what Windows says of features that work without
    if ([string]$result.RestartNeeded -eq 'Yes' -and -not $RestartFollows) {
        throw "$env:COMPUTERNAME has installed $($missing -join ', '), and a restart is pending before they can be used."
    }
}

# Throws when Windows has to start once more before anybody changes its roles or its membership. Workflows know the words
# "restart is pending": they restart the machine once and send the plan again.
function Confirm-NoPendingRestart {
    if (Test-PendingRestart) { throw "On $env:COMPUTERNAME a restart is pending; Windows has to start once more first." }
}

# Whether this machine was made a controller and waits for the restart that makes it one (Microsoft, KB 257420, on the place
# of the directory's file).
function Test-PendingPromotion {
    $key = 'HKLM:\SYSTEM\CurrentControlSet\Services\NTDS\Parameters'
    if (-not (Test-Path -LiteralPath $key)) { return $false }
    return [bool]((Get-ItemProperty -LiteralPath $key).PSObject.Properties['DSA Database file'])
}

# Whether features, updates or a new name of the computer wait for a restart.
function Test-PendingRestart {
    $keys = @(
        'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\Component Based Servicing\RebootPending'
        'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\WindowsUpdate\Auto Update\RebootRequired'
    )
    foreach ($key in $keys) {
        if (Test-Path -LiteralPath $key) { return $true }
    }
    $names = 'HKLM:\SYSTEM\CurrentControlSet\Control\ComputerName'
    if (-not (Test-Path -LiteralPath "$names\ActiveComputerName")) { return $false }
    $now = (Get-ItemProperty -LiteralPath "$names\ActiveComputerName").ComputerName
    return (Get-ItemProperty -LiteralPath "$names\ComputerName").ComputerName -ne $now
}

# The account that Windows brings as its administrator (its identifier ends with 500): "Administrateur" on a French one,
# and perhaps another name altogether. On a domain controller it is that of the domain.
function Get-AdministratorName {
    if (Test-DomainController) {
        Import-Module ActiveDirectory
        # after its restart a new controller takes a while to answer
        return Wait-Until -What 'Asking the directory for its administrator' -Seconds 600 -Condition {
            (Get-ADUser -Identity "$((Get-ADDomain).DomainSID)-500").SamAccountName
        }
    }
    $filter = "LocalAccount = True AND SID LIKE 'S-1-5-21-%-500'"
    $found = @(Get-CimInstance -ClassName Win32_UserAccount -Filter $filter)
    if ($found.Count -eq 0) { throw "There is no administrator's account on $env:COMPUTERNAME." }
    return [string]$found[0].Name
}

# 0 and 1: alone, in a workgroup; 4 and 5: domain controller; otherwise a member (Win32_ComputerSystem).
function Get-DomainRole {
    return [int](Get-CimInstance -ClassName Win32_ComputerSystem).DomainRole
}

function Test-DomainController {
    return (Get-DomainRole) -ge 4
}

# The domain this machine is in, or an empty text.
function Get-CurrentDomain {
    $computer = Get-CimInstance -ClassName Win32_ComputerSystem
    if ($computer.PartOfDomain) { return [string]$computer.Domain }
    return ''
}
