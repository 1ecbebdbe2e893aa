# What is done with a web server that is there: looked at, stopped, started, repaired.

# Throws what is wrong: the service that does not run, or the page that does not answer.
function Test-WebServer {
    param([string] $Path = '/')
    foreach ($name in 'WAS', 'W3SVC') {
        $service = Get-Service -Name $name -ErrorAction SilentlyContinue
        if (-not $service) { throw "Windows has no service $name on $env:COMPUTERNAME." }
        if ($service.Status -ne 'Running') { throw "The web server on $env:COMPUTERNAME does not run: its service $name is $($service.Status)." }
    }
    try {
        Invoke-WebRequest -Uri "http://localhost$Path" -UseBasicParsing -TimeoutSec 30 | Out-Null
    }
    catch {
        throw "The web server on $env:COMPUTERNAME runs, but $Path does not answer: $($_.Exception.Message)"
    }
}

# One that is stopped already stays so.
function Stop-WebServer {
    Stop-Service -Name W3SVC -Force
    (Get-Service -Name W3SVC).WaitForStatus('Stopped', [TimeSpan]::FromSeconds(120))
    Write-Log 'The web server is stopped'
}

# Waits until visitors get an answer.
function Start-WebServer {
    param([string] $Path = '/')
    Start-Service -Name W3SVC
    Wait-Until -What "Answering at $Path" -Seconds 180 -Condition {
        Test-WebServer -Path $Path
        $true
    } | Out-Null
    Write-Log 'The web server is started'
}

# Starts everything anew that may hang: the services, the application pools and the sites.
function Repair-WebServer {
    param([string] $Path = '/')
    Import-Module WebAdministration
    Set-Service -Name W3SVC -StartupType Automatic
    Stop-Service -Name W3SVC, WAS -Force
    Start-Service -Name WAS, W3SVC
    foreach ($pool in Get-ChildItem -Path 'IIS:\AppPools') {
        if ($pool.state -ne 'Started') { Start-WebAppPool -Name $pool.name }
    }
    Start-WebServer -Path $Path
    Write-Log 'The web server is repaired'
}
