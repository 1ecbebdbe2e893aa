# Plans of SqlServerCluster: nodes, cluster, account, availability group.

# Three nodes in a domain whose NetBIOS name is not its first label.
$script:Nodes = {
    param($world)
    $domain = Add-Domain $world 'corp.example' 'dc1' '10.0.0.10' -NetBios 'FIRMA' -Password $script:Nasty
    $domain.users['sqlsvc'] = @{ sid = New-DomainSid $domain; password = $script:Nasty; enabled = $true; groups = @('513'); dn = 'CN=sqlsvc,CN=Users,DC=corp,DC=example'; upn = 'sqlsvc@corp.example' }
    foreach ($number in 1, 2, 3) {
        $machine = Add-Machine $world "sql$number" "10.0.0.4$number" -NameServers '10.0.0.10'
        Add-DomainMember $world $domain $machine
        $machine.programs['setup.exe'] = @{ path = 'C:\SqlMedia\setup.exe'; run = 'SqlSetup' }
        $folder = "$($world.disk)/sql$number/C/SqlMedia"
        [void][System.IO.Directory]::CreateDirectory($folder)
        foreach ($file in 'setup.exe', 'MediaInfo.xml') { [System.IO.File]::WriteAllText("$folder/$file", '') }
    }
}
$script:ReadyNodes = {
    param($world)
    & $script:Nodes $world
    foreach ($number in 1, 2, 3) {
        foreach ($feature in 'Failover-Clustering', 'RSAT-Clustering-PowerShell', 'RSAT-AD-PowerShell') { Install-WorldFeature $world $world.machines["sql$number"] $feature $true }
        $world.machines["sql$number"].restartNeeded = $false
    }
}
$script:Cluster = {
    param($world)
    & $script:ReadyNodes $world
    $domain = $world.domains['corp.example']
    $world.clusters['cl1'] = @{ address = '10.0.0.40'; nodes = @{}; witness = ''; domain = 'corp.example' }
    foreach ($number in 1, 2, 3) { Add-NodeRecord $world.clusters['cl1'] $world.machines["sql$number"] }
    New-ClusterAccount $world $domain 'cl1'
    $domain.acls['CN=Computers,DC=corp,DC=example'] = @(@{ sid = $domain.computers['cl1'].sid; rights = 'CreateChild bf967a86-0de6-11d0-a285-00aa003049e2'; kind = 'Allow' })
}
$script:Servers = {
    param($world)
    & $script:Cluster $world
    foreach ($number in 1, 2, 3) { Add-SqlServer $world $world.machines["sql$number"] 'FIRMA\sqlsvc' }
}
$script:ReadyServers = {
    param($world)
    & $script:Servers $world
    foreach ($number in 1, 2, 3) {
        $sql = $world.machines["sql$number"].sql
        $sql.hadr = $true
        $sql.wantsHadr = $true
        $sql.endpoint = @{ name = 'Vetro_Mirroring'; state = 0; port = 5022; role = 3 }
    }
    [void][System.IO.Directory]::CreateDirectory("$($world.disk)/sql1/C/AlwaysOn")
    $world.machines['sql1'].shares['AlwaysOn'] = @{ path = 'C:\AlwaysOn'; access = @{ $world.domains['corp.example'].users['sqlsvc'].sid = 'Change' } }
}
$script:Admin = @{ domain = 'corp.example'; domainAdminUser = 'Administrator'; domainAdminPassword = $script:Nasty }
function Join-Arguments([hashtable] $More) { $all = @{} + $script:Admin; foreach ($key in $More.Keys) { $all[$key] = $More[$key] }; $all }

Add-Case -Plan 'SqlServerCluster/FailoverClusterPrerequisites' -Name 'of a member' -Restarts -On 'sql1' -World $script:Nodes -Arguments $script:Admin -Then {
    param($world)
    Assert-That $world.machines['sql1'].features['Failover-Clustering'] 'the feature'
    Assert-That (-not $world.machines['sql1'].restartNeeded) 'it has restarted'
}
Add-Case -Plan 'SqlServerCluster/FailoverClusterPrerequisites' -Name 'of a server in no domain' -On 'db1' -World { param($world) Add-Machine $world 'db1' '10.0.0.31' } -Arguments $script:Admin -Refused 'in no domain'
$script:HasCluster = {
    param($world)
    $cluster = $world.clusters['cl1']
    Assert-That ($null -ne $cluster) 'the cluster'
    Assert-Same ((@($cluster.nodes.Keys | Sort-Object)) -join ' ') 'sql1 sql2 sql3' 'its nodes'
    $domain = $world.domains['corp.example']
    Assert-That (@($domain.acls['CN=Computers,DC=corp,DC=example'] | Where-Object { $_.sid -eq $domain.computers['cl1'].sid -and $_.rights -like 'CreateChild*' }).Count -gt 0) 'it may make the account of a listener'
    Assert-Same $world.machines['sql1'].tasks.Count 0 'the tasks that stay'
}
$script:ClusterArguments = Join-Arguments @{ clusterName = 'cl1'; clusterAddress = '10.0.0.40'; nodes = @('sql1', 'sql2', 'sql3') }
Add-Case -Plan 'SqlServerCluster/FailoverCluster' -Name 'of three nodes' -On 'sql1' -World $script:ReadyNodes -Arguments $script:ClusterArguments -Then $script:HasCluster
Add-Case -Plan 'SqlServerCluster/FailoverCluster' -Name 'with one node more' -On 'sql1' -Arguments $script:ClusterArguments -Then $script:HasCluster -World {
    param($world)
    & $script:Cluster $world
    $world.clusters['cl1'].nodes.Remove('sql3')
    $world.machines['sql3'].services['ClusSvc'] = @{ status = 'Stopped'; start = 'Disabled'; account = 'LocalSystem' }
}
Add-Case -Plan 'SqlServerCluster/FailoverCluster' -Name 'with a wrong password' -On 'sql1' -World $script:ReadyNodes -Refused 'user name or password' `
    -Arguments (Join-Arguments @{ clusterName = 'cl1'; clusterAddress = '10.0.0.40'; nodes = @('sql1', 'sql2'); domainAdminPassword = 'wrong-Passw0rd' })
# a task of somebody who may not log on as a batch job never starts
Add-Case -Plan 'SqlServerCluster/FailoverCluster' -Name 'by somebody without rights' -On 'sql1' -Refused '0x80070569|batch' -World {
    param($world)
    & $script:ReadyNodes $world
    $domain = $world.domains['corp.example']
    $domain.users['joiner'] = @{ sid = New-DomainSid $domain; password = $script:Nasty; enabled = $true; groups = @('513'); dn = 'CN=joiner,CN=Users,DC=corp,DC=example'; upn = '' }
} -Arguments (Join-Arguments @{ clusterName = 'cl1'; clusterAddress = '10.0.0.40'; nodes = @('sql1', 'sql2'); domainAdminUser = 'joiner' })
Add-Case -Plan 'SqlServerCluster/JoinFailoverCluster' -Name 'a third node' -On 'sql3' -Arguments (Join-Arguments @{ clusterName = 'cl1' }) -Then $script:HasCluster -World {
    param($world)
    & $script:Cluster $world
    $world.clusters['cl1'].nodes.Remove('sql3')
    $world.machines['sql3'].services['ClusSvc'] = @{ status = 'Stopped'; start = 'Disabled'; account = 'LocalSystem' }
}

$script:AccountArguments = Join-Arguments @{ sqlServiceUserName = 'sqlsvc'; sqlServicePassword = $script:Nasty; oldPassword = '' }
$script:HasAccount = {
    param($world)
    $user = $world.domains['corp.example'].users['sqlsvc']
    Assert-That ($null -ne $user -and $user.enabled) 'the account may be used'
    Assert-Same $user.password $script:Nasty 'its password'
}
Add-Case -Plan 'SqlServerCluster/ConfigureEnvironmentForAOAG' -Name 'without the account' -On 'sql1' -Arguments $script:AccountArguments -Then $script:HasAccount -World {
    param($world)
    & $script:ReadyNodes $world
    $world.domains['corp.example'].users.Remove('sqlsvc')
}
Add-Case -Plan 'SqlServerCluster/ConfigureEnvironmentForAOAG' -Name 'with the account' -On 'sql1' -World $script:ReadyNodes -Arguments $script:AccountArguments -Then $script:HasAccount

Add-Case -Plan 'SqlServerCluster/InstallSqlServerForAOAG' -Name 'on a node' -On 'sql2' -World $script:Cluster `
    -Arguments (Join-Arguments @{ sqlServiceUserName = 'sqlsvc'; sqlServicePassword = $script:Nasty; nodes = @('sql1', 'sql2', 'sql3'); databases = @('Shop') }) -Then {
    param($world)
    $machine = $world.machines['sql2']
    Assert-Same $machine.services['MSSQLSERVER'].status 'Running' 'the service'
    Assert-Same (Find-Sid $world $machine $machine.services['MSSQLSERVER'].account) $world.domains['corp.example'].users['sqlsvc'].sid 'the account that it runs as'
    Assert-That ($null -ne $machine.firewall['Vetro-SQL-Mirroring']) 'the port of the replicas is open'
}
Add-Case -Plan 'SqlServerCluster/InstallSqlServerForAOAG' -Name 'on a server that is no node' -On 'sql2' -World $script:Nodes -Refused 'no node of a running failover cluster' `
    -Arguments (Join-Arguments @{ sqlServiceUserName = 'sqlsvc'; sqlServicePassword = $script:Nasty; nodes = @('sql1', 'sql2', 'sql3'); databases = @('Shop') })

Add-Case -Plan 'SqlServerCluster/InitializeAlwaysOn' -Name 'of a domain with another NetBIOS name' -On 'sql1' -World $script:Servers -Arguments (Join-Arguments @{ sqlServiceUserName = 'sqlsvc' }) -Then {
    param($world)
    $sql = $world.machines['sql1'].sql
    Assert-That $sql.hadr 'groups are on in the engine that runs'
    Assert-That ($null -ne $sql.endpoint -and $sql.endpoint.state -eq 0 -and $sql.endpoint.port -eq 5022) 'the endpoint'
    Assert-That (@($sql.logins['FIRMA\sqlsvc'].rights -match 'CONNECT ON ENDPOINT').Count -gt 0) 'the other replicas may connect'
    $system = @($sql.logins.Values | Where-Object { $_.sid -eq 'S-1-5-18' })[0]
    Assert-That ($system.rights -contains 'ALTER ANY AVAILABILITY GROUP') 'the cluster may look after the group'
}
$script:GroupArguments = Join-Arguments @{ group = 'ag1'; sqlServiceUserName = 'sqlsvc'; nodes = @('sql1', 'sql2', 'sql3'); syncNodes = @('sql1', 'sql2'); databases = @('Shop', 'Crm & ''Co'''); listenerName = 'agl1'; listenerAddress = '10.0.0.50' }
$script:HasGroup = {
    param($world)
    $group = $world.groups['ag1']
    Assert-That ($null -ne $group) 'the availability group'
    Assert-Same ((@($group.replicas.Keys | Sort-Object)) -join ' ') 'sql1 sql2 sql3' 'its replicas'
    Assert-Same ((@($group.databases.Keys | Sort-Object)) -join ', ') 'Crm & ''Co'', Shop' 'its databases'
    Assert-Same $group.replicas['sql2'].failover 'AUTOMATIC' 'the second takes over by itself'
    Assert-Same $group.replicas['sql3'].failover 'MANUAL' 'the third does not'
    Assert-Same "$($group.listener.name) $($group.listener.address)" 'agl1 10.0.0.50' 'its listener'
}
Add-Case -Plan 'SqlServerCluster/InitializeAOAGPrimaryReplica' -Name 'a new group' -On 'sql1' -World $script:ReadyServers -Arguments $script:GroupArguments -Then $script:HasGroup
Add-Case -Plan 'SqlServerCluster/InitializeAOAGPrimaryReplica' -Name 'over a database that is there' -On 'sql1' -Arguments $script:GroupArguments -Then $script:HasGroup -World {
    param($world)
    & $script:ReadyServers $world
    $world.machines['sql1'].sql.databases['Shop'] = @{ recovery = 3; state = 0; saved = $false; group = ''; users = @{} }
}
$script:Group = {
    param($world)
    & $script:ReadyServers $world
    $sql = $world.machines['sql1'].sql
    $world.groups['ag1'] = @{ primary = 'sql1'; replicas = @{}; databases = @{}; listener = @{ name = 'agl1'; address = '10.0.0.50'; mask = '255.255.255.0' }; basic = $false }
    foreach ($name in 'Shop', 'Crm & ''Co''') {
        $sql.databases[$name] = @{ recovery = 1; state = 0; saved = $true; group = 'ag1'; users = @{} }
        $world.groups['ag1'].databases[$name] = @{}
        [System.IO.File]::WriteAllText("$($world.disk)/sql1/C/AlwaysOn/$name.bak", "database $name")
        [System.IO.File]::WriteAllText("$($world.disk)/sql1/C/AlwaysOn/$name.trn", "log $name")
    }
    foreach ($number in 1, 2, 3) { $world.groups['ag1'].replicas["sql$number"] = @{ url = "TCP://sql$number.corp.example:5022"; mode = 'SYNCHRONOUS_COMMIT'; failover = 'AUTOMATIC'; joined = $number -eq 1 } }
}
Add-Case -Plan 'SqlServerCluster/InitializeAOAGSecondaryReplica' -Name 'with copies of all databases' -On 'sql2' -World $script:Group `
    -Arguments @{ group = 'ag1'; primary = 'sql1'; databases = @('Shop', 'Crm & ''Co''') } -Then {
    param($world)
    Assert-That $world.groups['ag1'].replicas['sql2'].joined 'it has joined'
    foreach ($name in 'Shop', 'Crm & ''Co''') { Assert-Same $world.machines['sql2'].sql.databases[$name].group 'ag1' "its copy of $name" }
}
Add-Case -Plan 'SqlServerCluster/LeaveOutClusterNodes' -Name 'the third' -On 'sql1' -World $script:Group -Arguments (Join-Arguments @{ group = 'ag1'; nodes = @('sql1', 'sql2') }) -Then {
    param($world)
    Assert-Same ((@($world.groups['ag1'].replicas.Keys | Sort-Object)) -join ' ') 'sql1 sql2' 'the replicas'
    Assert-Same ((@($world.clusters['cl1'].nodes.Keys | Sort-Object)) -join ' ') 'sql1 sql2' 'the nodes'
}
Add-Case -Plan 'SqlServerCluster/GrantReplicatedDatabases' -Name 'on the primary replica' -On 'sql1' -Arguments @{ domain = 'corp.example'; databases = @('Shop'); computers = @('web1') } -World {
    param($world)
    & $script:Group $world
    Add-DomainMember $world $world.domains['corp.example'] (Add-Machine $world 'web1' '10.0.0.21' -NameServers '10.0.0.10')
} -Then { param($world) Assert-Same ($world.machines['sql1'].sql.databases['Shop'].users['FIRMA\web1$'].roles -join ' ') 'db_owner' 'what the machine may do' }
