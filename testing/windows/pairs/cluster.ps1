# Switches of SqlServerCluster: who works, how many servers, what was there before, who is in charge.

$script:WhoWorks = @{ plain = 'Administrator'; 'with its short domain' = 'ACME\Administrator'; 'with its long domain' = 'Administrator@corp.example' }
$script:Users = 'plain', 'with its short domain', 'with its long domain'
function Join-AcmeArguments($Chosen, [hashtable] $More) {
    $all = @{ domain = 'corp.example'; domainAdminUser = $script:WhoWorks[$Chosen.user]; domainAdminPassword = $script:Nasty }
    foreach ($key in $More.Keys) { $all[$key] = $More[$key] }
    $all
}
function Get-NodeNames([int] $Count) { @(1..$Count | ForEach-Object { "node$_" }) }
function Get-NodesOf($World) { @($World.clusters['db'].nodes.Keys | Sort-Object) -join ' ' }

Add-Pairs -Plan 'SqlServerCluster/FailoverClusterPrerequisites' -On 'node1' -Restarts -Switches ([ordered]@{ user = $script:Users; features = 'none', 'there already'; restart = 'is not pending', 'is pending' }) -World {
    param($world, $chosen)
    & $(if ($chosen.features -eq 'none') { $script:AcmeFreshNodes } else { $script:AcmeNodes }) $world
    if ($chosen.restart -ne 'is pending') { return }
    $world.machines['node1'].registry['HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\Component Based Servicing\RebootPending'] = @{}
    $world.machines['node1'].restartNeeded = $true
} -Arguments { param($chosen) Join-AcmeArguments $chosen @{} } -Then { param($world) Assert-That $world.machines['node1'].features['Failover-Clustering'] 'the feature is there' }
Add-Pairs -Plan 'SqlServerCluster/FailoverCluster' -On 'node1' -Switches ([ordered]@{ user = $script:Users; nodes = '2', '3'; before = 'no cluster', 'one without the last'; unit = 'none', 'with brackets' }) -World {
    param($world, $chosen)
    & $script:AcmeNodes $world
    $count = [int]$chosen.nodes
    if ($chosen.before -ne 'no cluster') { Add-SqlCluster $world (Get-NodeNames ($count - 1)) }
    if ($chosen.unit -eq 'none') { return }
    $domain = $world.domains['corp.example']
    $domain.objects['OU=Server [SQL],DC=corp,DC=example'] = @{ class = 'organizationalUnit'; protected = $false }
    foreach ($name in Get-NodeNames 3) { $domain.computers[$name].dn = "CN=$name,OU=Server [SQL],DC=corp,DC=example" }
    if ($domain.computers['db']) { $domain.computers['db'].dn = 'CN=db,OU=Server [SQL],DC=corp,DC=example' }
} -Arguments { param($chosen) Join-AcmeArguments $chosen @{ clusterName = 'db'; clusterAddress = '10.0.0.200'; nodes = Get-NodeNames ([int]$chosen.nodes) } } -Then {
    param($world, $run, $chosen)
    Assert-Same (Get-NodesOf $world) ((Get-NodeNames ([int]$chosen.nodes)) -join ' ') 'its nodes'
    $container = @{ none = 'CN=Computers,DC=corp,DC=example'; 'with brackets' = 'OU=Server [SQL],DC=corp,DC=example' }[$chosen.unit]
    Assert-That (@($world.domains['corp.example'].acls[$container] | Where-Object { $_.rights -like 'CreateChild*' }).Count -eq 1) 'the cluster may make accounts there'
}
Add-Pairs -Plan 'SqlServerCluster/JoinFailoverCluster' -On 'node3' -Switches ([ordered]@{ user = $script:Users; before = 'no node', 'a node already' }) -World {
    param($world, $chosen)
    & $script:AcmeNodes $world
    Add-SqlCluster $world $(if ($chosen.before -eq 'no node') { 'node1', 'node2' } else { 'node1', 'node2', 'node3' })
} -Arguments { param($chosen) Join-AcmeArguments $chosen @{ clusterName = 'db' } } -Then { param($world) Assert-Same (Get-NodesOf $world) 'node1 node2 node3' 'its nodes' }
Add-Pairs -Plan 'SqlServerCluster/ShareClusterWitness' -On 'dc1' -Switches ([ordered]@{ before = 'nothing', 'the share', 'one of an earlier cluster'; domain = 'corp.example', 'ACME' }) -World {
    param($world, $chosen)
    & $script:AcmeWithWitness $world
    $shares = $world.machines['dc1'].shares
    if ($chosen.before -eq 'nothing') { $shares.Remove('db-witness') }
    if ($chosen.before -eq 'one of an earlier cluster') { $shares['db-witness'].access = @{ 'S-1-5-21-77-88-2-1400' = 'Full' } }
    if ($chosen.before -ne 'nothing') { [void][System.IO.Directory]::CreateDirectory("$($world.disk)/dc1/C/ClusterWitness/db") }
} -Arguments { param($chosen) @{ clusterName = 'db'; domain = $chosen.domain } } -Then {
    param($world)
    Assert-Same $world.machines['dc1'].shares['db-witness'].access[$world.domains['corp.example'].computers['db'].sid] 'Full' 'what the account of the cluster may do'
}
Add-Pairs -Plan 'SqlServerCluster/SetClusterVotes' -On 'node1' -Switches ([ordered]@{ user = $script:Users; witness = 'none', 'a folder'; before = 'none', 'this folder', 'one that is gone' }) -World {
    param($world, $chosen)
    & $script:AcmeWithWitness $world
    $world.clusters['db'].witness = @{ none = ''; 'this folder' = '\\dc1.corp.example\db-witness'; 'one that is gone' = '\\dc1\gone' }[$chosen.before]
} -Arguments { param($chosen) Join-AcmeArguments $chosen @{ witness = @{ none = ''; 'a folder' = '\\dc1.corp.example\db-witness' }[$chosen.witness] } } `
    -Then { param($world, $run, $chosen) Assert-Same $world.clusters['db'].witness @{ none = ''; 'a folder' = '\\dc1.corp.example\db-witness' }[$chosen.witness] 'the folder that votes' }

Add-Pairs -Plan 'SqlServerCluster/ConfigureEnvironmentForAOAG' -On 'node1' -Switches ([ordered]@{ user = $script:Users; account = 'none', 'there', 'with its old password', 'left disabled'; old = 'not told', 'told' }) -World {
    param($world, $chosen)
    & $script:AcmeNodes $world
    $user = $world.domains['corp.example'].users['sql service']
    if ($chosen.account -eq 'none') { $world.domains['corp.example'].users.Remove('sql service') }
    if ($chosen.account -eq 'with its old password') { $user.password = 'Old-Passw0rd!' }
    if ($chosen.account -eq 'left disabled') { $user.password = ''; $user.enabled = $false }
} -Arguments { param($chosen) Join-AcmeArguments $chosen @{ sqlServiceUserName = 'sql service'; sqlServicePassword = $script:AcmeServicePassword; oldPassword = @{ 'not told' = ''; told = 'Old-Passw0rd!' }[$chosen.old] } } `
    -Refused { param($chosen) if ($chosen.account -eq 'with its old password' -and $chosen.old -eq 'not told') { 'already, with another password' } } `
    -Then { param($world, $run) if (-not $run.Failed) { & $script:AcmeAccountIsGood $world } }
Add-Pairs -Plan 'SqlServerCluster/InstallSqlServerForAOAG' -On 'node1' -Switches ([ordered]@{ before = 'nothing', 'half a setup', 'installed'; edition = 'Enterprise', 'Standard', 'Express'; nodes = '2', '3'; databases = 'one', 'two' }) -World {
    param($world, $chosen)
    & $script:AcmeNodes $world
    Add-SqlCluster $world (Get-NodeNames ([int]$chosen.nodes))
    $machine = $world.machines['node1']
    $machine.sqlEdition = $chosen.edition
    if ($chosen.before -eq 'installed') { Add-SqlServer $world $machine 'ACME\sql service' | Out-Null }
    if ($chosen.before -eq 'half a setup') { $machine.services['MSSQLSERVER'] = @{ status = 'Stopped'; start = 'Automatic'; account = 'NT SERVICE\MSSQLSERVER'; broken = $true } }
} -Arguments {
    param($chosen)
    @{ domain = 'corp.example'; sqlServiceUserName = 'sql service'; sqlServicePassword = $script:AcmeServicePassword; nodes = Get-NodeNames ([int]$chosen.nodes); databases = @{ one = @('orders'); two = @('orders', 'stock') }[$chosen.databases] }
} -Refused {
    param($chosen)
    if ($chosen.edition -eq 'Express') { 'has no availability groups' }
    elseif ($chosen.edition -eq 'Standard' -and $chosen.nodes -eq '3') { 'of two servers; 3 are asked for' }
    elseif ($chosen.edition -eq 'Standard' -and $chosen.databases -eq 'two') { 'of one database; 2 are asked for' }
} -Then { param($world, $run) Assert-Same $world.machines['node1'].services['MSSQLSERVER'].account 'ACME\sql service' 'whom the service runs as' }
Add-Pairs -Plan 'SqlServerCluster/InitializeAlwaysOn' -On 'node1' -Switches ([ordered]@{ groups = 'off', 'on', 'on since it started'; endpoint = 'none', 'ours', 'another that is stopped'; domain = 'corp.example', 'ACME' }) -World {
    param($world, $chosen)
    & $script:AcmeNodes $world
    Add-SqlCluster $world 'node1', 'node2' -WithSql
    $sql = $world.machines['node1'].sql
    $sql.hadr = $chosen.groups -eq 'on'
    $sql.wantsHadr = $chosen.groups -ne 'off'
    $sql.endpoint = @{ none = $null; ours = @{ name = 'Vetro_Mirroring'; state = 0; role = 3; port = 5022 }; 'another that is stopped' = @{ name = 'Hadr_endpoint'; state = 1; role = 3; port = 7022 } }[$chosen.endpoint]
} -Arguments { param($chosen) @{ domain = $chosen.domain; sqlServiceUserName = 'sql service' } } -Then {
    param($world)
    $sql = $world.machines['node1'].sql
    Assert-That $sql.hadr 'availability groups are on'
    Assert-Same "$($sql.endpoint.state) $($sql.endpoint.port)" '0 5022' 'the endpoint: started, at its port'
}
Add-Pairs -Plan 'SqlServerCluster/SetSqlServicePassword' -On 'node1' -World { param($world, $chosen) & $script:AcmeClusterOf2 $world; if ($chosen.agent -eq 'none') { $world.machines['node1'].services.Remove('SQLSERVERAGENT') } } `
    -Switches ([ordered]@{ agent = 'there', 'none'; password = 'plain', 'nasty' }) -Arguments { param($chosen) @{ sqlServicePassword = @{ plain = 'New-Passw0rd'; nasty = $script:Nasty }[$chosen.password] } } `
    -Then { param($world, $run, $chosen) Assert-Same $world.machines['node1'].services['MSSQLSERVER'].password @{ plain = 'New-Passw0rd'; nasty = $script:Nasty }[$chosen.password] 'the password of the service' }

# ---- the group
Add-Pairs -Plan 'SqlServerCluster/InitializeAOAGPrimaryReplica' -On 'node1' -Switches ([ordered]@{
        before = 'no group', 'a group of two'
        nodes = '2', '3'
        databases = 'none', 'one', 'one that is there in simple recovery', 'one with nasty signs'
        synchronous = 'two', 'one'
        edition = 'Enterprise', 'Standard'
    }) -World {
    param($world, $chosen)
    & $script:AcmeClusterOf3 $world
    if ($chosen.before -ne 'no group') { Add-SqlGroup $world 'node1', 'node2' 'node1', 'node2' @('orders') }
    foreach ($name in Get-NodeNames 3) { $world.machines[$name].sql.edition = $chosen.edition }
    if ($chosen.edition -eq 'Standard' -and $chosen.before -ne 'no group') { $world.groups['the group'].basic = $true }
    if ($chosen.databases -like '*simple recovery') { $world.machines['node1'].sql.databases['stock'] = @{ recovery = 3; saved = $false; state = 0; group = ''; users = @{} } }
} -Arguments {
    param($chosen)
    $nodes = Get-NodeNames ([int]$chosen.nodes)
    @{
        group = 'the group'; domain = 'corp.example'; sqlServiceUserName = 'sql service'; nodes = $nodes; listenerName = 'sql'; listenerAddress = '10.0.0.201'
        syncNodes = @{ two = @('node1', 'node2'); one = @('node1') }[$chosen.synchronous]
        databases = @{ none = @(); one = @('stock'); 'one that is there in simple recovery' = @('stock'); 'one with nasty signs' = @('it''s ]new[ & ü') }[$chosen.databases]
    }
} -Refused {
    param($chosen)
    if ($chosen.edition -ne 'Standard') { return }
    if ($chosen.nodes -eq '3') { 'supports two replicas' } elseif ($chosen.before -ne 'no group' -and $chosen.databases -ne 'none') { 'one database' }
} -Then {
    param($world, $run, $chosen)
    if ($run.Failed) { return }
    $group = $world.groups['the group']
    Assert-Same (@($group.replicas.Keys | Sort-Object) -join ' ') ((Get-NodeNames ([int]$chosen.nodes)) -join ' ') 'its replicas'
    Assert-Same $group.replicas['node2'].failover @{ two = 'AUTOMATIC'; one = 'MANUAL' }[$chosen.synchronous] 'whether the second takes over by itself'
    if ($chosen.databases -ne 'none') { Assert-That ($group.databases.ContainsKey($(if ($chosen.databases -eq 'one with nasty signs') { 'it''s ]new[ & ü' } else { 'stock' }))) 'its database' }
}
Add-Pairs -Plan 'SqlServerCluster/InitializeAOAGSecondaryReplica' -On 'node2' -Switches ([ordered]@{ replica = 'not joined', 'joined'; copy = 'none', 'half restored', 'there'; databases = 'none', 'one', 'two' }) -World {
    param($world, $chosen)
    & $script:AcmeClusterOf2 $world
    Add-SqlGroup $world 'node1', 'node2' 'node1' 'orders', 'stock'
    $world.groups['the group'].replicas['node2'].joined = $chosen.replica -eq 'joined'
    $own = $world.machines['node2'].sql.databases
    if ($chosen.copy -eq 'half restored') { $own['orders'] = @{ recovery = 1; saved = $true; state = 1; group = ''; users = @{} } }
    if ($chosen.copy -eq 'there' -and $chosen.replica -eq 'joined') { $own['orders'] = @{ recovery = 1; saved = $true; state = 0; group = 'the group'; users = @{} } }
} -Arguments { param($chosen) @{ group = 'the group'; primary = 'node1'; databases = @{ none = @(); one = @('orders'); two = @('orders', 'stock') }[$chosen.databases] } } -Then {
    param($world, $run, $chosen)
    Assert-That $world.groups['the group'].replicas['node2'].joined 'it is a replica'
    foreach ($name in @{ none = @(); one = @('orders'); two = @('orders', 'stock') }[$chosen.databases]) { Assert-Same $world.machines['node2'].sql.databases[$name].group 'the group' "its copy of $name" }
}
$script:GroupLedBy = { param($world, $chosen) & $script:AcmeGroupOf3 $world; if ($chosen.primary) { $world.groups['the group'].primary = $chosen.primary } }
Add-Pairs -Plan 'SqlServerCluster/AskPrimaryReplica' -On 'node2' -World $script:GroupLedBy -Switches ([ordered]@{ primary = 'node1', 'node2', 'node3'; names = 'as they are', 'in capitals', 'none' }) `
    -Arguments { param($chosen) @{ group = 'the group'; nodes = @{ 'as they are' = Get-NodeNames 3; 'in capitals' = @('NODE1', 'NODE2', 'NODE3'); none = @() }[$chosen.names] } } -Then {
    param($world, $run, $chosen)
    Assert-Same ($run.Output -join ' ') $(if ($chosen.names -eq 'in capitals') { $chosen.primary.ToUpperInvariant() } else { $chosen.primary }) 'who is in charge'
}
Add-Pairs -Plan 'SqlServerCluster/MovePrimaryReplica' -On 'node2' -World $script:GroupLedBy -Switches ([ordered]@{ primary = 'node1', 'node2', 'node3' }) -Arguments { @{ group = 'the group' } } `
    -Then { param($world) Assert-Same $world.groups['the group'].primary 'node2' 'who is in charge' }
Add-Pairs -Plan 'SqlServerCluster/BackUpGroupLogs' -On 'node1' -Switches ([ordered]@{ primary = 'node1', 'node2'; folder = 'C:\Backups', 'C:\Back ups & more' }) -World $script:GroupLedBy `
    -Volatile '\.trn' -Arguments { param($chosen) @{ group = 'the group'; path = $chosen.folder } } -Then {
    param($world, $run, $chosen)
    if ($chosen.primary -eq 'node2') { Assert-Same ($run.Output -join ' ') "node2 is in charge of 'the group' and backs up its logs." 'what it tells'; return }
    Assert-Same $world.machines['node1'].sql.databases['orders'].logSize 0 'what the log holds'
    Assert-That ("$($run.Output)" -like "$($chosen.folder)\orders-*.trn") "which file it names ($($run.Output))"
}
Add-Pairs -Plan 'SqlServerCluster/AwaitReplica' -On 'node2' -World $script:GroupLedBy -Switches ([ordered]@{ primary = 'node1', 'node2' })
Add-Pairs -Plan 'SqlServerCluster/LeaveOutClusterNodes' -On 'node1' -Switches ([ordered]@{ user = $script:Users; goes = 'one that runs', 'one that is off', 'nobody'; group = 'there', 'none' }) -World {
    param($world, $chosen)
    if ($chosen.group -eq 'there') { & $script:AcmeGroupOf3 $world } else { & $script:AcmeNodes $world; Add-SqlCluster $world 'node1', 'node2', 'node3' }
    if ($chosen.goes -eq 'one that is off') { $world.machines['node3'].up = $false }
} -Arguments { param($chosen) Join-AcmeArguments $chosen @{ group = 'the group'; nodes = Get-NodeNames $(if ($chosen.goes -eq 'nobody') { 3 } else { 2 }) } } -Then {
    param($world, $run, $chosen)
    $stay = (Get-NodeNames $(if ($chosen.goes -eq 'nobody') { 3 } else { 2 })) -join ' '
    Assert-Same (Get-NodesOf $world) $stay 'the nodes of the cluster'
    if ($chosen.group -eq 'there') { Assert-Same (@($world.groups['the group'].replicas.Keys | Sort-Object) -join ' ') $stay 'the replicas of the group' }
}
Add-Pairs -Plan 'SqlServerCluster/GrantReplicatedDatabases' -On 'node1' -Switches ([ordered]@{ primary = 'node1', 'node2'; customers = 'one', 'two', 'two of one database'; domain = 'corp.example', 'ACME' }) -World {
    param($world, $chosen)
    & $script:AcmeClusterOf3 $world
    Add-SqlGroup $world 'node1', 'node2', 'node3' 'node1', 'node2', 'node3' 'orders', 'stock'
    $world.groups['the group'].primary = $chosen.primary
    foreach ($number in 1, 2) { Add-DomainMember $world $world.domains['corp.example'] (Add-Machine $world "app$number" "10.0.0.5$number") }
} -Arguments {
    param($chosen)
    @{ domain = $chosen.domain; databases = @{ one = @('orders'); two = @('orders', 'stock'); 'two of one database' = @('orders', 'orders') }[$chosen.customers]; computers = @(if ($chosen.customers -eq 'one') { 'app1' } else { 'app1', 'app2' }) }
} -Then {
    param($world, $run, $chosen)
    $sql = $world.machines['node1'].sql
    foreach ($name in @(if ($chosen.customers -eq 'one') { 'app1' } else { 'app1', 'app2' })) {
        Assert-That ($null -ne $sql.logins["ACME\$name`$"]) "the login of $name"
        $database = if ($chosen.customers -eq 'two' -and $name -eq 'app2') { 'stock' } else { 'orders' }
        Assert-Same ($sql.databases[$database].users["ACME\$name`$"].roles -join ' ') $(if ($chosen.primary -eq 'node1') { 'db_owner' } else { '' }) "what $name may do in $database"
    }
}
