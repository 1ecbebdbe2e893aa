# What is done with a SQL Server that is there: looked at, stopped, started, repaired, compared, backed up.

# Throws what is wrong: the service that does not run, or that it answers no question.
function Test-SqlServer {
    try { $service = Get-Service -Name $script:SqlInstance }
    catch { throw "There is no SQL Server on $($env:COMPUTERNAME): $($_.Exception.Message)" }
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

# Waits until it answers and its copies follow the others.
function Start-SqlServer {
    Start-Service -Name $script:SqlInstance
    # Windows stops it together with the engine and does not start it with it; its jobs would not run
    $agent = Find-Service -Name 'SQLSERVERAGENT'
    if ($agent -and $agent.StartType -ne 'Disabled') { Start-Service -Name $agent.Name }
    Wait-ForSqlServer -What 'Starting SQL Server'
    Write-Log 'SQL Server is started'
}

function Repair-SqlServer {
    Set-Service -Name $script:SqlInstance -StartupType Automatic
    Stop-SqlServer
    Start-SqlServer
    Write-Log 'SQL Server is repaired'
}

# What of its settings is not as the service says, a line each; nothing when all is.
function Get-SqlServerDrift {
    param([Parameter(Mandatory = $true)] [bool] $MixedMode)
    $mode = (Get-CimInstance -ClassName Win32_Service -Filter "Name='$script:SqlInstance'").StartMode
    if ($mode -ne 'Auto') { "SQL Server does not start with Windows: the start type of its service is $mode." }
    $isMixed = (Get-SqlLoginMode) -eq 2
    if ($isMixed -and -not $MixedMode) { 'Logins of SQL Server itself may sign in; the service lets only users of Windows in.' }
    if ($MixedMode -and -not $isMixed) { 'Only users of Windows may sign in; the service lets logins of SQL Server itself in, too.' }
}

# Sets it as the service says. SQL Server starts anew only when who may sign in has to change.
function Update-SqlServer {
    param([Parameter(Mandatory = $true)] [bool] $MixedMode)
    Set-Service -Name $script:SqlInstance -StartupType Automatic
    Set-SqlLoginMode -Mode $(if ($MixedMode) { 2 } else { 1 })
    Write-Log 'SQL Server is set as its service says'
}

# A whole copy of one database, in a file of its own in this folder; returns its path.
function Backup-SqlServerDatabase {
    param(
        [Parameter(Mandatory = $true)] [string] $Database,
        [Parameter(Mandatory = $true)] [string] $Path
    )
    New-Item -Path $Path -ItemType Directory -Force | Out-Null
    $file = Get-BackupFile -Folder $Path -Database $Database -Ending 'bak'
    Invoke-Sql -Seconds 7000 -Query 'BACKUP DATABASE @database TO DISK = @file WITH COPY_ONLY, CHECKSUM, INIT' -Values @{ database = $Database; file = $file } | Out-Null
    Write-Log "The database $Database is backed up to $file"
    $file
}
