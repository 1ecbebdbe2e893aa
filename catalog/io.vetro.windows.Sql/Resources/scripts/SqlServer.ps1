# SQL Server by a configuration file, without questions. The media come with the image.

$script:SqlInstance = 'MSSQLSERVER'

# Installs the database engine. Without an account the service runs as the machine's own virtual account; with one,
# as that account of a domain. Only Windows users may sign in: SqlAuthentication.ps1 changes that.
function Install-SqlServer {
    param(
        # DOMAIN\user that the service runs as
        [string] $ServiceAccount = '',
        [string] $ServicePassword = ''
    )
    $file = Join-Path $env:TEMP 'vetro-sql-setup.ini'
    try {
        if (Find-Service -Name $script:SqlInstance) {
            if (Test-SqlInstallation -ServiceAccount $ServiceAccount) {
                Write-Log 'SQL Server is there already'
                Open-FirewallPort -Name 'Vetro-SQL-Server' -Title 'SQL Server' -Port 1433
                return
            }
            Write-Log 'Removing what a setup of SQL Server that failed has put here'
            Invoke-SqlSetup -Arguments @(
                '/QUIET', '/ACTION=Uninstall', '/FEATURES=SQLENGINE', "/INSTANCENAME=$script:SqlInstance")
        }
        Set-Content -LiteralPath $file -Value (Get-SqlSetupFile -ServiceAccount $ServiceAccount) -Encoding Unicode
        # setup takes passwords on its command line only, never from this file
        $arguments = @("/ConfigurationFile=$(ConvertTo-NativeArgument $file)")
        if ($ServiceAccount -ne '') {
            $arguments += "/SQLSVCPASSWORD=$(ConvertTo-NativeArgument $ServicePassword)"
            $arguments += "/AGTSVCPASSWORD=$(ConvertTo-NativeArgument $ServicePassword)"
        }
        Invoke-SqlSetup -Arguments $arguments
    }
    finally {
        # of an earlier run, too, that was ended before it came to this
        if (Test-Path -LiteralPath $file) { Remove-Item -LiteralPath $file -Force }
    }
    Open-FirewallPort -Name 'Vetro-SQL-Server' -Title 'SQL Server' -Port 1433
    Wait-Until -What 'Starting SQL Server' -Seconds 300 -Condition {
        (Get-Service -Name $script:SqlInstance).Status -eq 'Running'
    } | Out-Null
    Write-Log 'SQL Server is installed'
}

# Whether the SQL Server that is there was installed to its end. It counts when the engine answers; one that setup says it
# has finished is never removed, as it may hold databases: it is a failure when that does not answer or runs as another
# account than the one asked for.
function Test-SqlInstallation {
    param([string] $ServiceAccount = '')
    try {
        Start-Service -Name $script:SqlInstance
        Wait-Until -What 'Starting SQL Server' -Seconds 120 -Condition { Invoke-Sql -Query 'SELECT 1 AS one' } | Out-Null
    }
    catch {
        if (-not (Test-SqlSetupEnded)) { return $false }
        throw "SQL Server is installed on $env:COMPUTERNAME, but does not answer: $($_.Exception.Message)"
    }
    if ($ServiceAccount -eq '') { return $true }
    $current = Get-SqlServiceAccount
    if (-not (Test-SameAccount -One $current -Other $ServiceAccount)) {
        throw "SQL Server on $env:COMPUTERNAME runs as '$current', not as '$ServiceAccount'. Set its account there, or start with an image that has no SQL Server yet."
    }
    return $true
}

function Get-SqlServiceAccount {
    return [string](Get-CimInstance -ClassName Win32_Service -Filter "Name='$script:SqlInstance'").StartName
}

# What setup itself keeps of the engine's state: 1 once it is configured.
function Test-SqlSetupEnded {
    $root = 'HKLM:\SOFTWARE\Microsoft\Microsoft SQL Server'
    # what cannot be read is no answer: only what is not there means that setup has not ended
    if (-not (Test-Path -Path "$root\Instance Names\SQL")) { return $false }
    $instances = Get-ItemProperty -Path "$root\Instance Names\SQL"
    if (-not $instances.PSObject.Properties[$script:SqlInstance]) { return $false }
    $key = "$root\$($instances.$script:SqlInstance)\ConfigurationState"
    if (-not (Test-Path -Path $key)) { return $false }
    $state = (Get-ItemProperty -Path $key).PSObject.Properties['SQL_Engine_Core_Inst']
    return $null -ne $state -and $state.Value -eq 1
}

# The lines of the configuration file.
function Get-SqlSetupFile {
    param([string] $ServiceAccount = '')
    $administrators = Resolve-AccountName -Sid $script:AdministratorsSid
    $system = Resolve-AccountName -Sid $script:SystemSid
    $lines = @(
        '[OPTIONS]'
        'ACTION="Install"'
        'QUIET="True"'
        'INDICATEPROGRESS="False"'
        'IACCEPTSQLSERVERLICENSETERMS="True"'
        'UPDATEENABLED="False"'
        'FEATURES=SQLENGINE'
        "INSTANCENAME=`"$script:SqlInstance`""
        'SQLSVCSTARTUPTYPE="Automatic"'
        'AGTSVCSTARTUPTYPE="Automatic"'
        'TCPENABLED="1"'
        "SQLSYSADMINACCOUNTS=`"$administrators`" `"$system`""
    )
    if ($ServiceAccount -ne '') {
        $lines += "SQLSVCACCOUNT=`"$ServiceAccount`"", "AGTSVCACCOUNT=`"$ServiceAccount`""
    }
    return $lines
}

# Runs setup to its end. Where Windows wants a restart, before setup can begin or after it, it throws: workflows know the
# words "restart is pending", restart the machine once and send the plan again.
function Invoke-SqlSetup {
    param([Parameter(Mandatory = $true)] [string[]] $Arguments)
    $process = Start-Process -FilePath (Find-SqlSetup) -ArgumentList ($Arguments -join ' ') -PassThru -WindowStyle Hidden
    if (-not $process.WaitForExit(75 * 60 * 1000)) {
        $process.Kill()
        throw 'The setup of SQL Server did not end within 75 minutes.'
    }
    $code = $process.ExitCode
    if ($code -eq 3010) { throw "SQL Server is installed on $env:COMPUTERNAME, and a restart is pending before it can be used." }
    # setup's own rule RebootRequiredCheck, 0x84BE0BC2: nothing was installed
    if ($code -eq -2067919934) { throw "On $env:COMPUTERNAME a restart is pending; the setup of SQL Server wants it first: $(Get-SqlSetupReason)" }
    if ($code -ne 0) { throw "The setup of SQL Server ended with ${code}: $(Get-SqlSetupReason)" }
}

# Where the image has the media: a folder named by the machine's variable VETRO_SQL_MEDIA, C:\SqlMedia, or a drive.
function Find-SqlSetup {
    $folders = @([System.Environment]::GetEnvironmentVariable('VETRO_SQL_MEDIA', 'Machine'), 'C:\SqlMedia')
    $folders += @(Get-PSDrive -PSProvider FileSystem | ForEach-Object { $_.Root })
    foreach ($folder in $folders) {
        if ([string]::IsNullOrEmpty($folder)) { continue }
        # Join-Path throws for a drive that is not there
        $setup = [System.IO.Path]::Combine($folder, 'setup.exe')
        if ((Test-Path -LiteralPath $setup) -and (Test-Path -LiteralPath ([System.IO.Path]::Combine($folder, 'MediaInfo.xml')))) {
            return $setup
        }
    }
    throw 'The image of this machine has no media of SQL Server. Put them into C:\SqlMedia, or name their folder in the machine variable VETRO_SQL_MEDIA.'
}

# The last words of the setup's own summary. Its labels are in the language of Windows, its order is not: the description
# of an error stands below the line with its code, 0x…, and the message of the end below the decimal codes of the end.
function Get-SqlSetupReason {
    # that setup failed is what people have to read, whether or not Windows lets its summary be read
    try {
        $summary = Get-ChildItem -Path "$env:ProgramFiles\Microsoft SQL Server\*\Setup Bootstrap\Log\Summary.txt" -ErrorAction Stop |
            Sort-Object -Property LastWriteTime | Select-Object -Last 1
        if (-not $summary) { return 'it left no summary.' }
        $lines = @(Get-Content -LiteralPath $summary.FullName -ErrorAction Stop)
    }
    catch { return "its summary cannot be read: $($_.Exception.Message)" }
    $end = ''
    for ($index = 0; $index -lt $lines.Count; $index++) {
        if ($lines[$index] -notmatch '^\s*[^:]+:\s+(\S.*)$') { continue }
        $value = $Matches[1].Trim()
        $before = if ($index -gt 0) { $lines[$index - 1] } else { '' }
        if ($before -match ':\s+0x[0-9A-Fa-f]{8}\s*$' -and $value -notmatch '^0x') { return $value }
        if ($lines[$index] -match '^\s*Error description:') { return $value }
        if ($end -eq '' -and $before -match ':\s+-?\d+\s*$' -and $value -notmatch '^-?\d+$') { $end = $value }
        if ($lines[$index] -match '^\s*Exit message:') { $end = $value }
    }
    if ($end -ne '') { return $end }
    return 'its summary names no reason.'
}

# Lets one port in. The firewall stays on.
function Open-FirewallPort {
    param(
        [Parameter(Mandatory = $true)] [string] $Name,
        [Parameter(Mandatory = $true)] [string] $Title,
        [Parameter(Mandatory = $true)] [int] $Port
    )
    if (Find-FirewallRule -Name $Name) { return }
    New-NetFirewallRule -Name $Name -DisplayName $Title -Direction Inbound -Action Allow -Protocol TCP -LocalPort $Port -ErrorAction Stop | Out-Null
}

# Runs T-SQL on this machine's server; values come as parameters, never as parts of the text. It returns the rows one by
# one, and nothing where there are none: an empty list in the pipe would be one row without columns.
function Invoke-Sql {
    param(
        [Parameter(Mandatory = $true)] [string] $Query,
        [hashtable] $Values = @{},
        [int] $Seconds = 300
    )
    $connection = New-Object System.Data.SqlClient.SqlConnection 'Server=localhost;Integrated Security=SSPI;Connect Timeout=60'
    try {
        $connection.Open()
        $command = $connection.CreateCommand()
        $command.CommandText = $Query
        $command.CommandTimeout = $Seconds
        foreach ($key in $Values.Keys) { [void]$command.Parameters.AddWithValue("@$key", $Values[$key]) }
        $table = New-Object System.Data.DataTable
        $table.Load($command.ExecuteReader())
        foreach ($row in $table.Rows) { $row }
    }
    catch {
        $cause = $_.Exception.GetBaseException()
        if ((Test-ScriptMistake $_) -and $cause.GetType().Name -ne 'SqlException') { throw }
        # the words of SQL Server, without those of PowerShell around them
        throw $cause
    }
    finally {
        $connection.Dispose()
    }
}

# Starts SQL Server anew and waits until it answers, and until its copies of replicated databases follow the others again:
# only then may the next server of a group be restarted.
function Restart-SqlServer {
    Restart-Service -Name $script:SqlInstance -Force
    Wait-ForSqlServer -What 'Restarting SQL Server'
    Write-Log 'SQL Server has started anew'
}

function Wait-ForSqlServer {
    param([Parameter(Mandatory = $true)] [string] $What)
    Wait-Until -What $What -Seconds 300 -Condition { Invoke-Sql -Query 'SELECT 1 AS one' } | Out-Null
    # 0: not followed; 1: behind, as asynchronous replicas always are; 2: up to date (sys.dm_hadr_database_replica_states)
    Wait-Until -What 'Bringing the copies of this server up to date' -Seconds 600 -Condition {
        $behind = @(Invoke-Sql -Query @'
SELECT DB_NAME(s.database_id) AS name FROM sys.dm_hadr_database_replica_states s
JOIN sys.availability_replicas r ON r.replica_id = s.replica_id
WHERE s.is_local = 1 AND s.synchronization_state < CASE r.availability_mode WHEN 1 THEN 2 ELSE 1 END
'@)
        if ($behind.Count -eq 0) { return $true }
        throw "$(($behind | ForEach-Object { $_.name }) -join ', '): not up to date."
    } | Out-Null
}

# A file of a backup that is made now. SQL Server takes signs for names of databases that Windows takes for no file's; the
# checksum keeps those apart that differ by them alone.
function Get-BackupFile {
    param(
        [Parameter(Mandatory = $true)] [string] $Folder,
        [Parameter(Mandatory = $true)] [string] $Database,
        [Parameter(Mandatory = $true)] [string] $Ending
    )
    $name = $Database -replace '[\x00-\x1f\\/:*?"<>|]', '_'
    if ($name -cne $Database) {
        $sha = [System.Security.Cryptography.SHA256]::Create()
        try { $digest = $sha.ComputeHash([System.Text.Encoding]::UTF8.GetBytes($Database)) }
        finally { $sha.Dispose() }
        $name = '{0}-{1:x2}{2:x2}{3:x2}' -f $name, $digest[0], $digest[1], $digest[2]
    }
    return Join-Path $Folder ('{0}-{1:yyyyMMdd-HHmmss}.{2}' -f $name, (Get-Date), $Ending)
}

# One argument of a program: in quotes, with quotes and the backslashes before them escaped.
function ConvertTo-NativeArgument {
    param([Parameter(Mandatory = $true)] [AllowEmptyString()] [string] $Text)
    $escaped = [regex]::Replace($Text, '(\\*)"', '$1$1\"')
    $escaped = [regex]::Replace($escaped, '(\\+)$', '$1$1')
    return '"' + $escaped + '"'
}
