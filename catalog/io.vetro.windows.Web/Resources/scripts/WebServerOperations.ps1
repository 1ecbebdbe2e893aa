# What is done with a web server that is there: looked at, stopped, started, repaired, compared with how it was set up.

# Throws what is wrong: the service that does not run, or the page that does not answer.
function Test-WebServer {
    param([string] $Path = '')
    foreach ($name in 'WAS', 'W3SVC') {
        try { $service = Get-Service -Name $name }
        catch {
            if (Test-ScriptMistake $_) { throw }
            throw "Windows has no service $name on $($env:COMPUTERNAME): $($_.Exception.Message)"
        }
        if ($service.Status -ne 'Running') { throw "The web server on $env:COMPUTERNAME does not run: its service $name is $($service.Status)." }
    }
    try {
        Test-WebAnswer -Path $Path | Out-Null
    }
    catch {
        if (Test-ScriptMistake $_) { throw }
        $page = if ($Path -eq '') { '/' } else { $Path }
        throw "The web server on $env:COMPUTERNAME runs, but $page does not answer: $($_.Exception.Message)"
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
    param([string] $Path = '')
    Start-Service -Name W3SVC
    Wait-Until -What "Answering at $(if ($Path -eq '') { '/' } else { $Path })" -Seconds 180 -Condition {
        Test-WebServer -Path $Path
        $true
    } | Out-Null
    Write-Log 'The web server is started'
}

# Starts everything anew that may hang: the services, the application pools and the sites.
function Repair-WebServer {
    param([string] $Path = '')
    Import-Module WebAdministration
    Set-Service -Name W3SVC -StartupType Automatic
    # stopping WAS stops what needs it, such as the listeners of WCF; what ran, or starts with Windows, runs again
    $needing = @((Get-Service -Name WAS).DependentServices | Where-Object { $_.Status -eq 'Running' -or $_.StartType -eq 'Automatic' } | ForEach-Object { $_.Name })
    Stop-Service -Name 'W3SVC', 'WAS' -Force
    Start-Service -Name 'WAS', 'W3SVC'
    foreach ($name in $needing) { Start-Service -Name $name }
    foreach ($pool in Get-ChildItem -Path 'IIS:\AppPools') {
        if ($pool.state -ne 'Started') { Invoke-WhenSettled { Start-WebAppPool -Name $pool.name } }
    }
    Start-WebServer -Path $Path
    Write-Log 'The web server is repaired'
}

# What of its settings is not as it was set up, a line each; nothing when all is.
function Get-WebServerDrift {
    $mode = (Get-CimInstance -ClassName Win32_Service -Filter "Name='W3SVC'").StartMode
    if ($mode -ne 'Auto') { "The web server does not start with Windows: the start type of its service is $mode." }
    $rule = Get-VisitorRule
    if ($rule -and $rule.Enabled -ne 'True') { 'The firewall lets no visitors in: its rule for port 80 is off.' }
}

# Sets it as it was set up; nothing that visitors see is interrupted.
function Update-WebServer {
    Set-Service -Name W3SVC -StartupType Automatic
    if (Get-VisitorRule) { Enable-NetFirewallRule -Name 'IIS-WebServerRole-HTTP-In-TCP' -ErrorAction Stop }
    Write-Log 'The web server is set as it was set up'
}

# One pool, or all of them; a pool that is stopped stays so. Returns the names of those that began anew.
function Restart-ApplicationPool {
    param([string] $Name = '')
    Import-Module WebAdministration
    $pools = @(Get-ChildItem -Path 'IIS:\AppPools' | Where-Object { $Name -eq '' -or $_.name -eq $Name })
    if ($Name -ne '' -and $pools.Count -eq 0) { throw "There is no application pool '$Name' on $env:COMPUTERNAME." }
    foreach ($pool in $pools | Where-Object { $_.state -eq 'Started' }) {
        Invoke-WhenSettled { Restart-WebAppPool -Name $pool.name }
        $pool.name
    }
}

# Removes log files of visits that are older than so many days; returns how many there were.
function Clear-WebServerLog {
    param([Parameter(Mandatory = $true)] [int] $Days)
    $folder = Join-Path $env:SystemDrive 'inetpub\logs\LogFiles'
    $before = (Get-Date).AddDays(-$Days)
    $files = if (Test-Path -LiteralPath $folder) { Get-ChildItem -Path $folder -Filter '*.log' -Recurse }
    $old = @($files | Where-Object { $_.LastWriteTime -lt $before })
    foreach ($file in $old) { Remove-Item -LiteralPath $file.FullName -Force }
    Write-Log "$($old.Count) log files are removed"
    $old.Count
}
