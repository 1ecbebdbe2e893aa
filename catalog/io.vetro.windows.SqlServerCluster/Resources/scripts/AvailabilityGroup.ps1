# The availability group: its replicas, its databases, its listener. Each function brings what is there to what is
# asked, so that it may run again at any time.

$script:EndpointPort = 5022
$script:EndpointName = 'Vetro_Mirroring'

function Import-SqlModule {
    # SQLPS changes the current folder; the newer module does not
    $name = if (Get-Module -ListAvailable -Name SqlServer) { 'SqlServer' } else { 'SQLPS' }
    Push-Location
    try { Import-Module $name -DisableNameChecking -WarningAction SilentlyContinue }
    finally { Pop-Location }
}

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
    $enabled = @(Invoke-Sql -Query "SELECT CAST(SERVERPROPERTY('IsHadrEnabled') AS int) AS enabled")[0].enabled
    if ($enabled -ne 1) {
        Enable-SqlAlwaysOn -ServerInstance $env:COMPUTERNAME -Force
        Wait-Until -What 'Restarting SQL Server' -Seconds 300 -Condition { Invoke-Sql -Query 'SELECT 1 AS one' } | Out-Null
    }
    $endpoint = Format-SqlName $script:EndpointName
    if (-not (Invoke-Sql -Query "SELECT name FROM sys.endpoints WHERE name = @name" -Values @{ name = $script:EndpointName })) {
        Invoke-Sql -Query @"
CREATE ENDPOINT $endpoint STATE = STARTED AS TCP (LISTENER_PORT = $script:EndpointPort)
FOR DATABASE_MIRRORING (ROLE = ALL, AUTHENTICATION = WINDOWS NEGOTIATE, ENCRYPTION = REQUIRED ALGORITHM AES)
"@ | Out-Null
    }
    $account = "$($DomainName.Split('.')[0].ToUpperInvariant())\$ServiceUserName"
    $login = Format-SqlName $account
    if (-not (Invoke-Sql -Query 'SELECT name FROM sys.server_principals WHERE name = @name' -Values @{ name = $account })) {
        Invoke-Sql -Query "CREATE LOGIN $login FROM WINDOWS" | Out-Null
    }
    Invoke-Sql -Query "GRANT CONNECT ON ENDPOINT::$endpoint TO $login" | Out-Null
    # the cluster looks after the group by this account
    Invoke-Sql -Query @'
GRANT ALTER ANY AVAILABILITY GROUP TO [NT AUTHORITY\SYSTEM];
GRANT CONNECT SQL TO [NT AUTHORITY\SYSTEM];
GRANT VIEW SERVER STATE TO [NT AUTHORITY\SYSTEM];
'@ | Out-Null
    Write-Log 'Ready for availability groups'
}

# On the first node: databases, group, replicas and listener as asked. Returns who is in the group, in words.
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
    foreach ($database in $Databases) { New-ReplicatedDatabase -Name $database }
    $known = @(Get-ReplicaNames -GroupName $GroupName)
    if ($known.Count -eq 0) {
        $list = ($Databases | ForEach-Object { Format-SqlName $_ }) -join ', '
        $what = if ($Databases.Count -gt 0) { "DATABASE $list" } else { '' }
        $replica = Get-ReplicaText -Name $env:COMPUTERNAME -DomainName $DomainName -Synchronous
        Invoke-Sql -Query "CREATE AVAILABILITY GROUP $group FOR $what REPLICA ON $replica" | Out-Null
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
    $members = @(Invoke-Sql -Query @'
SELECT d.database_name AS name FROM sys.availability_databases_cluster d
JOIN sys.availability_groups g ON g.group_id = d.group_id WHERE g.name = @name
'@ -Values @{ name = $GroupName } | ForEach-Object { $_.name })
    foreach ($database in $Databases) {
        if ($members -contains $database) { continue }
        Invoke-Sql -Query "ALTER AVAILABILITY GROUP $group ADD DATABASE $(Format-SqlName $database)" | Out-Null
    }
    Backup-ForReplicas -Databases $Databases
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
    if (@(Get-ReplicaNames -GroupName $GroupName).Count -eq 0) {
        Invoke-Sql -Query "ALTER AVAILABILITY GROUP $group JOIN" | Out-Null
    }
    foreach ($database in $Databases) {
        $name = Format-SqlName $database
        $there = Invoke-Sql -Query 'SELECT replica_id FROM sys.databases WHERE name = @name' -Values @{ name = $database }
        if ($there -and $there[0].replica_id -isnot [System.DBNull]) { continue }
        $path = "\\$PrimaryReplica\AlwaysOn\$database"
        if (-not $there) {
            Invoke-Sql -Seconds 3600 -Query "RESTORE DATABASE $name FROM DISK = $(Format-SqlText "$path.bak") WITH NORECOVERY" | Out-Null
            Invoke-Sql -Seconds 3600 -Query "RESTORE LOG $name FROM DISK = $(Format-SqlText "$path.trn") WITH NORECOVERY" | Out-Null
        }
        Wait-Until -What "Joining '$database' to the group" -Seconds 600 -Condition {
            Invoke-Sql -Query "ALTER DATABASE $name SET HADR AVAILABILITY GROUP = $group" | Out-Null
            $true
        } | Out-Null
    }
    Write-Log "A replica of the availability group '$GroupName'"
}

# On the first node: replicas leave the group whose machines are gone.
function Remove-GoneReplica {
    param(
        [Parameter(Mandatory = $true)] [string] $GroupName,
        # those that stay
        [Parameter(Mandatory = $true)] [string[]] $Replicas
    )
    foreach ($name in @(Get-ReplicaNames -GroupName $GroupName)) {
        if ($Replicas -contains $name) { continue }
        Invoke-Sql -Query "ALTER AVAILABILITY GROUP $(Format-SqlName $GroupName) REMOVE REPLICA ON $(Format-SqlText $name)" | Out-Null
        Write-Log "'$name' is no replica any more"
    }
}

function Get-ReplicaNames {
    param([Parameter(Mandatory = $true)] [string] $GroupName)
    return Invoke-Sql -Query @'
SELECT r.replica_server_name AS name FROM sys.availability_replicas r
JOIN sys.availability_groups g ON g.group_id = r.group_id WHERE g.name = @name
'@ -Values @{ name = $GroupName } | ForEach-Object { $_.name }
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

# A database fit for a group: full recovery, and one backup taken.
function New-ReplicatedDatabase {
    param([Parameter(Mandatory = $true)] [string] $Name)
    $database = Format-SqlName $Name
    if (Invoke-Sql -Query 'SELECT name FROM sys.databases WHERE name = @name' -Values @{ name = $Name }) { return }
    Invoke-Sql -Query "CREATE DATABASE $database" | Out-Null
    Invoke-Sql -Query "ALTER DATABASE $database SET RECOVERY FULL" | Out-Null
    Invoke-Sql -Query "BACKUP DATABASE $database TO DISK = $(Format-SqlText "C:\AlwaysOn\$Name.bak") WITH INIT" | Out-Null
}

# Fresh copies for replicas that have none yet.
function Backup-ForReplicas {
    param([string[]] $Databases = @())
    foreach ($name in $Databases) {
        $database = Format-SqlName $name
        Invoke-Sql -Seconds 3600 -Query "BACKUP DATABASE $database TO DISK = $(Format-SqlText "C:\AlwaysOn\$name.bak") WITH COPY_ONLY, INIT" | Out-Null
        Invoke-Sql -Seconds 3600 -Query "BACKUP LOG $database TO DISK = $(Format-SqlText "C:\AlwaysOn\$name.trn") WITH INIT" | Out-Null
    }
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
    $adapter = Get-NetIPAddress -AddressFamily IPv4 -PrefixOrigin 'Dhcp', 'Manual' | Where-Object { -not $_.SkipAsSource } |
        Sort-Object -Property InterfaceIndex | Select-Object -First 1
    $bits = if ($adapter) { $adapter.PrefixLength } else { 24 }
    $digits = ('1' * $bits).PadRight(32, '0')
    $mask = (0, 8, 16, 24 | ForEach-Object { [System.Convert]::ToInt32($digits.Substring($_, 8), 2) }) -join '.'
    $address = "($(Format-SqlText $ListenerAddress), $(Format-SqlText $mask))"
    Invoke-Sql -Query "ALTER AVAILABILITY GROUP $(Format-SqlName $GroupName) ADD LISTENER $(Format-SqlText $ListenerName) (WITH IP ($address), PORT = 1433)" | Out-Null
}
