# The availability group: its replicas, its databases, its listener. Each function brings what is there to what is
# asked, so that it may run again at any time.

$script:EndpointPort = 5022
$script:EndpointName = 'Vetro_Mirroring'

# A name as T-SQL takes it.
function Format-SqlName {
    param([Parameter(Mandatory = $true)] [string] $Name)
    return '[' + $Name.Replace(']', ']]') + ']'
}

# A text as T-SQL takes it.
function Format-SqlText {
    param([Parameter(Mandatory = $true)] [string] $Text)
    return "N'" + $Text.Replace("'", "''") + "'"
}

# Turns availability groups on and opens the port through which replicas talk to each other.
function Initialize-AlwaysOn {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $ServiceUserName
    )
    Import-SqlModule
    if (-not (Test-AlwaysOn)) {
        Enable-SqlAlwaysOn -ServerInstance $env:COMPUTERNAME -Force
        Wait-ForSqlServer -What 'Restarting SQL Server'
        # one that had it turned on before, and was not started anew
        if (-not (Test-AlwaysOn)) { Restart-SqlServer }
    }
    $endpoint = Format-SqlName (Confirm-MirroringEndpoint)
    $account = Resolve-DomainAccount -DomainName $DomainName -Name $ServiceUserName
    Confirm-WindowsLogin -Account $account
    Invoke-Sql -Query "GRANT CONNECT ON ENDPOINT::$endpoint TO $(Format-SqlName $account)" | Out-Null
    # the cluster looks after the group by the account of Windows itself
    $account = Resolve-AccountName -Sid $script:SystemSid
    Confirm-WindowsLogin -Account $account
    $system = Format-SqlName $account
    Invoke-Sql -Query @"
GRANT ALTER ANY AVAILABILITY GROUP TO $system;
GRANT CONNECT SQL TO $system;
GRANT VIEW SERVER STATE TO $system;
"@ | Out-Null
    Write-Log 'Ready for availability groups'
}

# Whether the server that runs has them.
function Test-AlwaysOn {
    return @(Invoke-Sql -Query "SELECT CAST(SERVERPROPERTY('IsHadrEnabled') AS int) AS enabled")[0].enabled -eq 1
}

# Makes sure of the one endpoint that a server may have for mirroring: started, at the port that other replicas call. One
# that somebody made under another name is used as it is called. Returns the name.
function Confirm-MirroringEndpoint {
    $known = @(Invoke-Sql -Query @'
SELECT e.name, e.state, e.role, t.port FROM sys.database_mirroring_endpoints e
JOIN sys.tcp_endpoints t ON t.endpoint_id = e.endpoint_id
'@)
    if ($known.Count -eq 0) {
        Invoke-Sql -Query @"
CREATE ENDPOINT $(Format-SqlName $script:EndpointName) STATE = STARTED AS TCP (LISTENER_PORT = $script:EndpointPort)
FOR DATABASE_MIRRORING (ROLE = ALL, AUTHENTICATION = WINDOWS NEGOTIATE, ENCRYPTION = REQUIRED ALGORITHM AES)
"@ | Out-Null
        return $script:EndpointName
    }
    $endpoint = $known[0]
    # state 0 is started; role 3 is all (sys.database_mirroring_endpoints)
    if ($endpoint.state -ne 0 -or $endpoint.role -ne 3 -or $endpoint.port -ne $script:EndpointPort) {
        Invoke-Sql -Query @"
ALTER ENDPOINT $(Format-SqlName $endpoint.name) STATE = STARTED AS TCP (LISTENER_PORT = $script:EndpointPort)
FOR DATABASE_MIRRORING (ROLE = ALL)
"@ | Out-Null
    }
    return $endpoint.name
}

# The name of the server that is in charge of a group now; nothing where this server knows of none.
function Get-PrimaryReplica {
    param(
        [Parameter(Mandatory = $true)] [string] $GroupName,
        # names of servers as the answer is to write them, whatever their case
        [string[]] $Replicas = @()
    )
    $found = @(Invoke-Sql -Query @'
SELECT s.primary_replica AS name FROM sys.dm_hadr_availability_group_states s
JOIN sys.availability_groups g ON g.group_id = s.group_id WHERE g.name = @name
'@ -Values @{ name = $GroupName })
    if ($found.Count -gt 0 -and $found[0].name -isnot [System.DBNull] -and $found[0].name -ne '') {
        $known = @($Replicas | Where-Object { $_ -eq $found[0].name })
        if ($known.Count -gt 0) { return $known[0] }
        return "$($found[0].name)".ToLowerInvariant()
    }
}

# On the server that is in charge, or on the first one before there is a group: databases, group, replicas and listener as
# asked. Returns who is in the group, in words.
function Initialize-AOAGPrimaryReplica {
    param(
        [Parameter(Mandatory = $true)] [string] $GroupName,
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string[]] $Replicas,
        [Parameter(Mandatory = $true)] [string[]] $SyncReplicas,
        [string[]] $Databases = @(),
        [Parameter(Mandatory = $true)] [string] $ListenerName,
        [Parameter(Mandatory = $true)] [string] $ListenerAddress
    )
    $group = Format-SqlName $GroupName
    # the cluster and an application may both name one
    $Databases = @($Databases | Sort-Object -Unique)
    foreach ($database in $Databases) { Confirm-ReplicableDatabase -Name $database }
    $known = @(Get-ReplicaNames -GroupName $GroupName)
    if ($known.Count -eq 0) {
        $list = ($Databases | ForEach-Object { Format-SqlName $_ }) -join ', '
        $what = if ($Databases.Count -gt 0) { "DATABASE $list" } else { '' }
        $options = if (Test-BasicGroup) { 'WITH (BASIC)' } else { '' }
        $replica = Get-ReplicaText -Name $env:COMPUTERNAME -DomainName $DomainName -Synchronous
        Invoke-Sql -Query "CREATE AVAILABILITY GROUP $group $options FOR $what REPLICA ON $replica" | Out-Null
        $known = @($env:COMPUTERNAME)
    }
    foreach ($name in $Replicas) {
        $text = Get-ReplicaText -Name $name -DomainName $DomainName -Synchronous:($SyncReplicas -contains $name)
        if ($known -notcontains $name) {
            Invoke-Sql -Query "ALTER AVAILABILITY GROUP $group ADD REPLICA ON $text" | Out-Null
            continue
        }
        Set-ReplicaMode -GroupName $GroupName -Name $name -Synchronous:($SyncReplicas -contains $name)
    }
    $members = @(Get-ReplicatedDatabaseNames -GroupName $GroupName)
    foreach ($database in $Databases) {
        if ($members -contains $database) { continue }
        Invoke-Sql -Query "ALTER AVAILABILITY GROUP $group ADD DATABASE $(Format-SqlName $database)" | Out-Null
    }
    Backup-ForReplicas -GroupName $GroupName -Databases $Databases
    Add-GroupListener -GroupName $GroupName -ListenerName $ListenerName -ListenerAddress $ListenerAddress
    Write-Log "The availability group '$GroupName' has the replicas $($Replicas -join ', ')"
    $others = @($Replicas | Where-Object { $_ -ne $env:COMPUTERNAME } | ForEach-Object {
            if ($SyncReplicas -contains $_) { "$_ (synchronous)" } else { "$_ (asynchronous)" }
        })
    return (@("$($env:COMPUTERNAME.ToLowerInvariant()) (primary)") + $others) -join ', '
}

# On every other node: into the group, and with a copy of each database.
function Initialize-AOAGSecondaryReplica {
    param(
        [Parameter(Mandatory = $true)] [string] $GroupName,
        [Parameter(Mandatory = $true)] [string] $PrimaryReplica,
        [string[]] $Databases = @()
    )
    $group = Format-SqlName $GroupName
    $Databases = @($Databases | Sort-Object -Unique)
    if (@(Get-ReplicaNames -GroupName $GroupName).Count -eq 0) {
        Invoke-Sql -Query "ALTER AVAILABILITY GROUP $group JOIN" | Out-Null
    }
    foreach ($database in $Databases) {
        $name = Format-SqlName $database
        $there = @(Invoke-Sql -Query 'SELECT replica_id FROM sys.databases WHERE name = @name' -Values @{ name = $database })
        if ($there.Count -gt 0 -and $there[0].replica_id -isnot [System.DBNull]) { continue }
        $path = "\\$PrimaryReplica\AlwaysOn\$database"
        # a copy that was begun and not finished is made anew; one that somebody uses here is not touched
        $log = Invoke-Sql -Query 'SELECT name FROM sys.databases WHERE name = @name AND state = 0' -Values @{ name = $database }
        if ($log) {
            throw "$env:COMPUTERNAME has a database '$database' of its own, which is no copy of the one on $PrimaryReplica. Give it another name, or remove it there."
        }
        Invoke-Sql -Seconds 3600 -Query "RESTORE DATABASE $name FROM DISK = $(Format-SqlText "$path.bak") WITH NORECOVERY, REPLACE" | Out-Null
        Invoke-Sql -Seconds 3600 -Query "RESTORE LOG $name FROM DISK = $(Format-SqlText "$path.trn") WITH NORECOVERY" | Out-Null
        Wait-Until -What "Joining '$database' to the group" -Seconds 600 -Condition {
            Invoke-Sql -Query "ALTER DATABASE $name SET HADR AVAILABILITY GROUP = $group" | Out-Null
            $true
        } | Out-Null
    }
    Write-Log "A replica of the availability group '$GroupName'"
}

# Makes this server the one in charge, without a change lost: it must be synchronous and up to date.
function Move-PrimaryReplica {
    param([Parameter(Mandatory = $true)] [string] $GroupName)
    if ((Get-PrimaryReplica -GroupName $GroupName) -eq $env:COMPUTERNAME) {
        Write-Log "In charge of '$GroupName' already"
        return
    }
    Wait-ForSqlServer -What "Bringing $env:COMPUTERNAME up to date"
    Invoke-Sql -Query "ALTER AVAILABILITY GROUP $(Format-SqlName $GroupName) FAILOVER" | Out-Null
    Wait-Until -What "Taking over the group '$GroupName'" -Seconds 300 -Condition {
        (Get-PrimaryReplica -GroupName $GroupName) -eq $env:COMPUTERNAME
    } | Out-Null
    Write-Log "In charge of '$GroupName' now"
}

# On the server that is in charge: replicas leave the group whose machines go.
function Remove-GoneReplica {
    param(
        [Parameter(Mandatory = $true)] [string] $GroupName,
        # those that stay
        [Parameter(Mandatory = $true)] [string[]] $Replicas
    )
    # a node on which SQL Server could not be installed yet is in no group
    if (-not (Find-Service -Name $script:SqlInstance)) { return }
    foreach ($name in @(Get-ReplicaNames -GroupName $GroupName)) {
        if ($Replicas -contains $name) { continue }
        Invoke-Sql -Query "ALTER AVAILABILITY GROUP $(Format-SqlName $GroupName) REMOVE REPLICA ON $(Format-SqlText $name)" | Out-Null
        Write-Log "'$name' is no replica any more"
    }
}

function Get-ReplicaNames {
    param([Parameter(Mandatory = $true)] [string] $GroupName)
    Invoke-Sql -Query @'
SELECT r.replica_server_name AS name FROM sys.availability_replicas r
JOIN sys.availability_groups g ON g.group_id = r.group_id WHERE g.name = @name
'@ -Values @{ name = $GroupName } | ForEach-Object { $_.name }
}

function Get-ReplicatedDatabaseNames {
    param([Parameter(Mandatory = $true)] [string] $GroupName)
    Invoke-Sql -Query @'
SELECT d.database_name AS name FROM sys.availability_databases_cluster d
JOIN sys.availability_groups g ON g.group_id = d.group_id WHERE g.name = @name
'@ -Values @{ name = $GroupName } | ForEach-Object { $_.name }
}

# Whether the edition knows basic groups only: 2 is Standard (SERVERPROPERTY).
function Test-BasicGroup {
    return @(Invoke-Sql -Query "SELECT CAST(SERVERPROPERTY('EngineEdition') AS int) AS engine")[0].engine -eq 2
}

# A replica as CREATE and ALTER AVAILABILITY GROUP want it described.
function Get-ReplicaText {
    param(
        [Parameter(Mandatory = $true)] [string] $Name,
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [switch] $Synchronous
    )
    $url = Format-SqlText "TCP://$Name.${DomainName}:$script:EndpointPort"
    $mode = if ($Synchronous) { 'SYNCHRONOUS_COMMIT, FAILOVER_MODE = AUTOMATIC' } else { 'ASYNCHRONOUS_COMMIT, FAILOVER_MODE = MANUAL' }
    return "$(Format-SqlText $Name) WITH (ENDPOINT_URL = $url, AVAILABILITY_MODE = $mode)"
}

function Set-ReplicaMode {
    param(
        [Parameter(Mandatory = $true)] [string] $GroupName,
        [Parameter(Mandatory = $true)] [string] $Name,
        [switch] $Synchronous
    )
    $target = "ALTER AVAILABILITY GROUP $(Format-SqlName $GroupName) MODIFY REPLICA ON $(Format-SqlText $Name) WITH"
    # automatic failover is for synchronous replicas only: the order differs by direction
    $steps = if ($Synchronous) {
        'AVAILABILITY_MODE = SYNCHRONOUS_COMMIT', 'FAILOVER_MODE = AUTOMATIC'
    }
    else {
        'FAILOVER_MODE = MANUAL', 'AVAILABILITY_MODE = ASYNCHRONOUS_COMMIT'
    }
    foreach ($step in $steps) { Invoke-Sql -Query "$target ($step)" | Out-Null }
}

# Makes sure of a database fit for a group: full recovery, and a backup that its log can go on from.
function Confirm-ReplicableDatabase {
    param([Parameter(Mandatory = $true)] [string] $Name)
    $database = Format-SqlName $Name
    $known = @(Invoke-Sql -Query 'SELECT recovery_model FROM sys.databases WHERE name = @name' -Values @{ name = $Name })
    if ($known.Count -eq 0) { Invoke-Sql -Query "CREATE DATABASE $database" | Out-Null }
    # 1 is full (sys.databases); a new one has the model of the database "model"
    if ($known.Count -eq 0 -or $known[0].recovery_model -ne 1) {
        Invoke-Sql -Query "ALTER DATABASE $database SET RECOVERY FULL" | Out-Null
    }
    # null until a whole backup has been made under full recovery (sys.database_recovery_status)
    $unsaved = Invoke-Sql -Query @'
SELECT DB_NAME(database_id) AS name FROM sys.database_recovery_status
WHERE database_id = DB_ID(@name) AND last_log_backup_lsn IS NULL
'@ -Values @{ name = $Name }
    if ($unsaved) {
        Invoke-Sql -Seconds 3600 -Query "BACKUP DATABASE $database TO DISK = $(Format-SqlText "C:\AlwaysOn\$Name.bak") WITH INIT" | Out-Null
    }
}

# Fresh copies of databases that some replica has not joined yet; whoever backs up logs finds them untouched otherwise.
function Backup-ForReplicas {
    param(
        [Parameter(Mandatory = $true)] [string] $GroupName,
        [string[]] $Databases = @()
    )
    $joined = @(Invoke-Sql -Query @'
SELECT c.database_name AS name, r.replica_server_name AS replica FROM sys.dm_hadr_database_replica_cluster_states c
JOIN sys.availability_replicas r ON r.replica_id = c.replica_id
JOIN sys.availability_groups g ON g.group_id = r.group_id WHERE g.name = @name AND c.is_database_joined = 1
'@ -Values @{ name = $GroupName } | ForEach-Object { "$($_.name)@$($_.replica)" })
    $replicas = @(Get-ReplicaNames -GroupName $GroupName)
    foreach ($name in $Databases) {
        if (@($replicas | Where-Object { $joined -notcontains "$name@$_" }).Count -eq 0) { continue }
        $database = Format-SqlName $name
        Invoke-Sql -Seconds 3600 -Query "BACKUP DATABASE $database TO DISK = $(Format-SqlText "C:\AlwaysOn\$name.bak") WITH COPY_ONLY, INIT" | Out-Null
        # a copy, too: what it has in it stays for the next backup of the log, which somebody keeps
        Invoke-Sql -Seconds 3600 -Query "BACKUP LOG $database TO DISK = $(Format-SqlText "C:\AlwaysOn\$name.trn") WITH COPY_ONLY, INIT" | Out-Null
    }
}

# On the server in charge: what has changed in each database of the group since the last time, in a file of its own in this
# folder, so that the log on the disk has room again. One that cannot be backed up does not keep the others from it. The other
# servers write nothing. Returns a line for each file, or who is in charge.
function Backup-GroupLog {
    param(
        [Parameter(Mandatory = $true)] [string] $GroupName,
        [Parameter(Mandatory = $true)] [string] $Path
    )
    $primary = Get-PrimaryReplica -GroupName $GroupName
    if (-not $primary) { throw "$env:COMPUTERNAME knows of no server that is in charge of '$GroupName'." }
    if ($primary -ne $env:COMPUTERNAME) { return "$primary is in charge of '$GroupName' and backs up its logs." }
    New-Item -Path $Path -ItemType Directory -Force | Out-Null
    $problems = @()
    foreach ($database in @(Get-ReplicatedDatabaseNames -GroupName $GroupName)) {
        $file = Get-BackupFile -Folder $Path -Database $database -Ending 'trn'
        try {
            # behind what the file has already: a second run in the same second takes nothing from the first
            Invoke-Sql -Seconds 3600 -Query "BACKUP LOG $(Format-SqlName $database) TO DISK = @file WITH CHECKSUM, NOINIT" -Values @{ file = $file } | Out-Null
            $file
        }
        catch {
            if (Test-ScriptMistake $_) { throw }
            $problems += "${database}: $($_.Exception.Message)"
        }
    }
    if ($problems.Count -gt 0) { throw "Logs could not be backed up. $($problems -join ' ')" }
    Write-Log "The logs of '$GroupName' are backed up to $Path"
}

# The name and address that programs use, whichever replica is the primary one.
function Add-GroupListener {
    param(
        [Parameter(Mandatory = $true)] [string] $GroupName,
        [Parameter(Mandatory = $true)] [string] $ListenerName,
        [Parameter(Mandatory = $true)] [string] $ListenerAddress
    )
    $known = Invoke-Sql -Query @'
SELECT l.dns_name AS name FROM sys.availability_group_listeners l
JOIN sys.availability_groups g ON g.group_id = l.group_id WHERE g.name = @name
'@ -Values @{ name = $GroupName }
    if ($known) { return }
    $adapter = Get-NetIPAddress -AddressFamily IPv4 -PrefixOrigin 'Dhcp', 'Manual' -ErrorAction Stop | Where-Object { -not $_.SkipAsSource } |
        Sort-Object -Property InterfaceIndex | Select-Object -First 1
    $bits = if ($adapter) { $adapter.PrefixLength } else { 24 }
    $digits = ('1' * $bits).PadRight(32, '0')
    $mask = (0, 8, 16, 24 | ForEach-Object { [System.Convert]::ToInt32($digits.Substring($_, 8), 2) }) -join '.'
    $address = "($(Format-SqlText $ListenerAddress), $(Format-SqlText $mask))"
    Invoke-Sql -Query "ALTER AVAILABILITY GROUP $(Format-SqlName $GroupName) ADD LISTENER $(Format-SqlText $ListenerName) (WITH IP ($address), PORT = 1433)" | Out-Null
}
