# What is done with a domain controller that is there: looked at, stopped, started, repaired, compared with how it was set up.

$script:DirectoryServices = 'NTDS', 'DNS', 'Netlogon', 'KDC'

# Throws what is wrong: the service that does not run, or that the directory answers no question.
function Test-DirectoryServer {
    if (-not (Test-DomainController)) { throw "$env:COMPUTERNAME is no domain controller." }
    foreach ($name in $script:DirectoryServices) {
        $service = Get-Service -Name $name -ErrorAction SilentlyContinue
        if (-not $service) { throw "Windows has no service $name on $env:COMPUTERNAME." }
        if ($service.Status -ne 'Running') { throw "The domain controller $env:COMPUTERNAME does not run: its service $name is $($service.Status)." }
    }
    $root = New-Object System.DirectoryServices.DirectoryEntry('LDAP://localhost/RootDSE')
    if (-not $root.Properties['defaultNamingContext'].Value) {
        throw "The directory on $env:COMPUTERNAME does not answer."
    }
}

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

# Somebody who may sign in to the domain; one that is there already is left as it is.
function Add-DirectoryUser {
    param(
        [Parameter(Mandatory = $true)] [string] $Name,
        [Parameter(Mandatory = $true)] [string] $Password
    )
    Import-Module ActiveDirectory
    if (Get-ADUser -LDAPFilter "(sAMAccountName=$Name)") {
        "$Name is in the domain already."
        return
    }
    $secret = ConvertTo-Secret $Password
    New-ADUser -Name $Name -SamAccountName $Name -AccountPassword $secret -Enabled $true -ChangePasswordAtLogon $true
    Write-Log "The user $Name is created"
    "$Name may sign in, with a new password from the first time on."
}
