# What is done with a domain controller that is there: looked at, stopped, started, repaired, compared with how it was set up.

$script:DirectoryServices = 'NTDS', 'DNS', 'Netlogon', 'KDC'

# Throws what is wrong: the service that does not run, or that the directory answers no question.
function Test-DirectoryServer {
    if (-not (Test-DomainController)) { throw "$env:COMPUTERNAME is no domain controller." }
    foreach ($name in $script:DirectoryServices) {
        try { $service = Get-Service -Name $name }
        catch {
            if (Test-ScriptMistake $_) { throw }
            throw "Windows has no service $name on $($env:COMPUTERNAME): $($_.Exception.Message)"
        }
        if ($service.Status -ne 'Running') { throw "The domain controller $env:COMPUTERNAME does not run: its service $name is $($service.Status)." }
    }
    if (-not (Test-DirectoryAnswer)) {
        throw "The directory on $env:COMPUTERNAME does not answer."
    }
}

# What Windows stops together with the directory and does not start with it: replication of SYSVOL, and messages between
# sites (Microsoft, "AD DS: Restartable Active Directory Domain Services").
$script:DependentServices = 'DFSR', 'IsmServ'

# Stopping the directory stops what depends on it: the name server, sign-in and tickets.
function Stop-DirectoryServer {
    foreach ($name in 'Netlogon', 'DNS', 'KDC', 'NTDS') {
        Stop-Service -Name $name -Force
        (Get-Service -Name $name).WaitForStatus('Stopped', [TimeSpan]::FromSeconds(120))
    }
    Write-Log 'The domain controller is stopped'
}

# Waits until the directory answers.
function Start-DirectoryServer {
    foreach ($name in $script:DirectoryServices) {
        Start-Service -Name $name
    }
    foreach ($name in $script:DependentServices) {
        $service = Find-Service -Name $name
        if ($service -and $service.StartType -ne 'Disabled') { Start-Service -Name $name }
    }
    Wait-Until -What 'Starting the directory' -Seconds 300 -Condition {
        Test-DirectoryServer
        $true
    } | Out-Null
    Write-Log 'The domain controller is started'
}

function Repair-DirectoryServer {
    foreach ($name in $script:DirectoryServices) {
        Set-Service -Name $name -StartupType Automatic
    }
    Stop-DirectoryServer
    Start-DirectoryServer
    Write-Log 'The domain controller is repaired'
}

# What of its settings is not as it was set up, a line each; nothing when all is.
function Get-DirectoryServerDrift {
    foreach ($name in $script:DirectoryServices) {
        $mode = (Get-CimInstance -ClassName Win32_Service -Filter "Name='$name'").StartMode
        if ($mode -ne 'Auto') { "The service $name does not start with Windows: its start type is $mode." }
    }
}

# Sets it as it was set up; nobody who is signed in notices.
function Update-DirectoryServer {
    foreach ($name in $script:DirectoryServices) {
        Set-Service -Name $name -StartupType Automatic
    }
    Write-Log 'The domain controller is set as it was set up'
}

# Somebody who may sign in to the domain; one that is there already is left as it is. Windows makes an account before it
# looks at the password: what a refused one leaves behind goes, and so does what an interruption left.
function Add-DirectoryUser {
    param(
        [Parameter(Mandatory = $true)] [string] $Name,
        [Parameter(Mandatory = $true)] [string] $Password
    )
    Import-Module ActiveDirectory
    if (Test-FinishedUser -Name $Name) {
        "$Name is in the domain already."
        return
    }
    Remove-UnfinishedUser -Name $Name
    try {
        New-ADUser -Name $Name -SamAccountName $Name -AccountPassword (ConvertTo-Secret $Password) -Enabled $true -ChangePasswordAtLogon $true
    }
    catch {
        Remove-UnfinishedUser -Name $Name
        throw
    }
    Write-Log "The user $Name is created"
    "$Name may sign in, with a new password from the first time on."
}

function Find-DirectoryUser {
    param([Parameter(Mandatory = $true)] [string] $Name)
    # what a filter gives a meaning to is written by its number (RFC 4515)
    $text = [regex]::Replace($Name, '[\\*()\x00]', { param($sign) '\{0:x2}' -f [int][char]$sign.Value })
    return Get-ADUser -LDAPFilter "(sAMAccountName=$text)" -Properties PasswordLastSet
}

# One that is disabled and never had a password was never used by anybody.
function Test-FinishedUser {
    param([Parameter(Mandatory = $true)] [string] $Name)
    $user = Find-DirectoryUser -Name $Name
    return [bool]($user -and ($user.Enabled -or $user.PasswordLastSet))
}

function Remove-UnfinishedUser {
    param([Parameter(Mandatory = $true)] [string] $Name)
    $user = Find-DirectoryUser -Name $Name
    if ($user -and -not $user.Enabled -and -not $user.PasswordLastSet) {
        Remove-ADUser -Identity $user.SamAccountName -Confirm:$false
    }
}
