# What is done with a SQL Server that is there: looked at, stopped, started, repaired.

# Throws what is wrong: the service that does not run, or that it answers no question.
function Test-SqlServer {
    $service = Get-Service -Name $script:SqlInstance -ErrorAction SilentlyContinue
    if (-not $service) { throw "There is no SQL Server on $env:COMPUTERNAME." }
    if ($service.Status -ne 'Running') { throw "SQL Server on $env:COMPUTERNAME does not run: its service is $($service.Status)." }
    try {
        Invoke-Sql -Query 'SELECT 1 AS one' | Out-Null
    }
    catch {
        throw "SQL Server on $env:COMPUTERNAME runs, but does not answer: $($_.Exception.Message)"
    }
}

# One that is stopped already stays so; what depends on it is stopped as well.
function Stop-SqlServer {
    Stop-Service -Name $script:SqlInstance -Force
    (Get-Service -Name $script:SqlInstance).WaitForStatus('Stopped', [TimeSpan]::FromSeconds(300))
    Write-Log 'SQL Server is stopped'
}

# Waits until it answers.
function Start-SqlServer {
    Start-Service -Name $script:SqlInstance
    Wait-Until -What 'Starting SQL Server' -Seconds 300 -Condition {
        Test-SqlServer
        $true
    } | Out-Null
    Write-Log 'SQL Server is started'
}

function Repair-SqlServer {
    Set-Service -Name $script:SqlInstance -StartupType Automatic
    Stop-SqlServer
    Start-SqlServer
    Write-Log 'SQL Server is repaired'
}
