# What is done with a domain controller that is there: looked at, stopped, started, repaired.

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
