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

# Repeats an action until it returns something, for what Windows finishes in the background.
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
            $last = " Last answer: $($_.Exception.Message)"
        }
        if ((Get-Date) -ge $deadline) {
            throw "$What did not happen within $Seconds seconds.$last"
        }
        Start-Sleep -Seconds 5
    }
}

# Installs Windows features that are missing; one that is there already is left alone.
function Install-MissingFeature {
    param([Parameter(Mandatory = $true)] [string[]] $Name)
    Import-Module ServerManager
    $known = @(Get-WindowsFeature -Name $Name)
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
    Write-Log "Installing features: $($missing -join ', ')"
    $result = Install-WindowsFeature -Name $missing -IncludeManagementTools
    if (-not $result.Success) {
        throw "Windows could not install: $($missing -join ', ') ($($result.ExitCode))."
    }
}

# 0 and 1: alone, in a workgroup; 4 and 5: domain controller; otherwise a member (Win32_ComputerSystem).
function Get-DomainRole {
    return [int](Get-WmiObject -Class Win32_ComputerSystem).DomainRole
}

function Test-DomainController {
    return (Get-DomainRole) -ge 4
}

# The domain this machine is in, or an empty text.
function Get-CurrentDomain {
    $computer = Get-WmiObject -Class Win32_ComputerSystem
    if ($computer.PartOfDomain) { return [string]$computer.Domain }
    return ''
}
