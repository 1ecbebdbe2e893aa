# Plans of Sql and SqlServerCluster in a domain that is called otherwise than its short name: what is half done, refused or
# changed later; a cluster's votes, who is in charge of a group.

$script:AcmeSaPassword = 'Sa-"pa''ss`1$%&; ü'
$script:AcmeServicePassword = 'Serv1ce "w''or`d$%&;ü\'
$script:AcmeNetBios = 'ACME'
# a domain whose short name is not the first part of its long one, in which nobody may guess
$script:AcmeSqlDomain = {
    param($world)
    $domain = Add-Domain $world 'corp.example' 'dc1' '10.0.0.10' -NetBios 'ACME' -Password $script:Nasty
    $domain.users['sql service'] = @{ sid = New-DomainSid $domain; password = $script:AcmeServicePassword; enabled = $true; groups = @('513'); dn = 'CN=sql service,CN=Users,DC=corp,DC=example'; description = 'SQL Server runs as this account'; upn = '' }
    $domain
}
# The media of an image.
function Add-SqlMedia($World, $Machine, [string] $Edition = 'Enterprise') {
    $folder = "$($World.disk)/$($Machine.name)/C/SqlMedia"
    [void][System.IO.Directory]::CreateDirectory($folder)
    foreach ($name in 'setup.exe', 'MediaInfo.xml') { [System.IO.File]::WriteAllText("$folder/$name", 'media') }
    $Machine.programs['setup.exe'] = @{ path = 'C:\SqlMedia\setup.exe'; run = 'SqlSetup' }
    $Machine.sqlEdition = $Edition
}
function Add-SqlNode($World, $Domain, [string] $Name, [string] $Address) {
    $machine = Add-Machine $World $Name $Address -NameServers '10.0.0.10'
    Add-DomainMember $World $Domain $machine
    foreach ($feature in 'Failover-Clustering', 'RSAT-Clustering-PowerShell', 'RSAT-AD-PowerShell') { Install-WorldFeature $World $machine $feature $true | Out-Null }
    $machine.restartNeeded = $false
    Add-SqlMedia $World $machine
    $machine
}
$script:AcmeNodes = {
    param($world)
    $domain = & $script:AcmeSqlDomain $world
    foreach ($number in 1, 2, 3) { Add-SqlNode $world $domain "node$number" "10.0.0.3$number" | Out-Null }
}
# A cluster of nodes as after its creation; with SQL Server where it is asked for.
function Add-SqlCluster($World, [string[]] $Members, [switch] $WithSql, [switch] $WithAlwaysOn) {
    $domain = $World.domains['corp.example']
    $World.clusters['db'] = @{ address = '10.0.0.200'; nodes = @{}; witness = ''; domain = 'corp.example'; groups = @{} }
    $domain.computers['db'] = @{ sid = New-DomainSid $domain; dn = 'CN=db,CN=Computers,DC=corp,DC=example'; enabled = $true; trust = 'cluster'; by = 'S-1-5-32-544' }
    $domain.objects['CN=db,CN=Computers,DC=corp,DC=example'] = @{ class = 'computer'; protected = $false }
    $domain.acls['CN=Computers,DC=corp,DC=example'] = @(@{ sid = $domain.computers['db'].sid; rights = 'CreateChild bf967a86-0de6-11d0-a285-00aa003049e2'; kind = 'Allow' })
    foreach ($name in $Members) {
        $machine = $World.machines[$name]
        $World.clusters['db'].nodes[$name] = @{ state = 'Up' }
        $machine.services['ClusSvc'] = @{ status = 'Running'; start = 'Automatic'; account = 'LocalSystem' }
        if (-not $WithSql) { continue }
        Add-SqlServer $World $machine 'ACME\sql service' | Out-Null
        if (-not $WithAlwaysOn) { continue }
        $machine.sql.hadr = $machine.sql.wantsHadr = $true
        $machine.sql.logins['ACME\sql service'] = @{ sid = $domain.users['sql service'].sid; enabled = $true; rights = @('CONNECT ON ENDPOINT :: Vetro_Mirroring') }
        $machine.sql.endpoint = @{ name = 'Vetro_Mirroring'; state = 0; role = 3; port = 5022 }
    }
}
$script:AcmeClusterOf2 = { param($world) & $script:AcmeNodes $world; Add-SqlCluster $world 'node1', 'node2' -WithSql -WithAlwaysOn }
$script:AcmeClusterOf3 = { param($world) & $script:AcmeNodes $world; Add-SqlCluster $world 'node1', 'node2', 'node3' -WithSql -WithAlwaysOn }
# A group as after its creation on node1, with the folder that its copies go through.
function Add-SqlGroup($World, [string[]] $Replicas, [string[]] $Joined, [string[]] $Databases = @('orders')) {
    $group = @{ primary = 'node1'; replicas = @{}; databases = @{}; listener = @{ name = 'sql'; address = '10.0.0.201'; mask = '255.255.255.0' }; basic = $false }
    foreach ($name in $Replicas) { $group.replicas[$name] = @{ url = "TCP://$name.corp.example:5022"; mode = 'SYNCHRONOUS_COMMIT'; failover = 'AUTOMATIC'; joined = $Joined -contains $name } }
    foreach ($database in $Databases) {
        $group.databases[$database] = @{}
        foreach ($name in $Joined) { $World.machines[$name].sql.databases[$database] = @{ recovery = 1; saved = $true; state = 0; group = 'the group'; users = @{} } }
    }
    $World.groups = @{ 'the group' = $group }
    $folder = "$($World.disk)/node1/C/AlwaysOn"
    [void][System.IO.Directory]::CreateDirectory($folder)
    foreach ($database in $Databases) {
        [System.IO.File]::WriteAllText("$folder/$database.bak", "database $database")
        [System.IO.File]::WriteAllText("$folder/$database.trn", "log $database")
    }
    $World.machines['node1'].features['FS-FileServer'] = $true
    $sid = $World.domains['corp.example'].users['sql service'].sid
    $World.machines['node1'].shares['AlwaysOn'] = @{ path = 'C:\AlwaysOn'; access = @{ $sid = 'Change' } }
    $World.machines['node1'].acls['C:\AlwaysOn'] = @{ rules = @(@{ sid = $sid; rights = 'Modify'; kind = 'Allow' }); isProtected = $false }
}
$script:AcmeAdministrator = @{ domain = 'corp.example'; domainAdminUser = 'Administrator'; domainAdminPassword = $script:Nasty }

# ---- one server
$script:AcmeOneServer = {
    param($world)
    $domain = & $script:AcmeSqlDomain $world
    $machine = Add-Machine $world 'sql1' '10.0.0.31' -NameServers '10.0.0.10'
    Add-DomainMember $world $domain $machine
    Add-SqlMedia $world $machine
}
$script:AcmeInstalled = {
    param($world)
    $machine = $world.machines['sql1']
    Assert-Same $machine.services['MSSQLSERVER'].status 'Running' 'the service'
    Assert-That ($null -ne $machine.sql) 'the engine answers'
    Assert-Same $machine.firewall['Vetro-SQL-Server'].port '1433' 'the port that is open'
    Assert-That (@($machine.sql.logins.Values | ForEach-Object { $_.sid }) -contains 'S-1-5-18' -and @($machine.sql.logins.Values | ForEach-Object { $_.sid }) -contains 'S-1-5-32-544') 'who administers it, whatever they are called'
}
Add-Case -Plan 'Sql/InstallSqlServer' -Name 'a member of a domain' -On 'sql1' -World $script:AcmeOneServer -Then $script:AcmeInstalled
Add-Case -Plan 'Sql/InstallSqlServer' -Name 'that an earlier setup has left broken' -On 'sql1' -Then $script:AcmeInstalled -World {
    param($world)
    & $script:AcmeOneServer $world
    $machine = $world.machines['sql1']
    foreach ($name in 'MSSQLSERVER', 'SQLSERVERAGENT') { $machine.services[$name] = @{ status = 'Stopped'; start = 'Automatic'; account = 'NT Service\MSSQLSERVER'; broken = $true } }
    $root = 'HKLM:\SOFTWARE\Microsoft\Microsoft SQL Server'
    $machine.registry["$root\Instance Names\SQL"] = @{ MSSQLSERVER = 'MSSQL15.MSSQLSERVER' }
    $machine.registry["$root\MSSQL15.MSSQLSERVER\ConfigurationState"] = @{ SQL_Engine_Core_Inst = 2 }
}
Add-Case -Plan 'Sql/InstallSqlServer' -Name 'one that was installed well and does not answer stays as it is' -On 'sql1' -Refused 'is installed on SQL1, but does not answer|is installed on sql1, but does not answer' -World {
    param($world)
    & $script:AcmeOneServer $world
    Add-SqlServer $world $world.machines['sql1'] | Out-Null
    $world.machines['sql1'].services['MSSQLSERVER'].status = 'Stopped'
    $world.machines['sql1'].services['MSSQLSERVER'].broken = $true
}
Add-Case -Plan 'Sql/InstallSqlServer' -Name 'whose Windows has to restart first: setup says so, in whatever language' -On 'sql1' -Refused 'restart is pending.*You must restart this computer' -World {
    param($world)
    & $script:AcmeOneServer $world
    $world.machines['sql1'].restartNeeded = $true
} -Then { param($world) Assert-That ($null -eq $world.machines['sql1'].sql) 'nothing is installed yet' }
Add-Case -Plan 'Sql/InstallSqlServer' -Name 'an image without media' -On 'web1' -Refused 'no media of SQL Server' -World { param($world) & $script:MemberServer $world }

# a question that Windows refuses is no "not there"
Add-Case -Plan 'Sql/InstallSqlServer' -Name 'where the firewall does not tell its rules' -On 'sql1' -Columns 'first' -Refused 'Access is denied' `
    -World { param($world) & $script:AcmeOneServer $world; $world.machines['sql1'].refuses = @('Get-NetFirewallRule*') }
Add-Case -Plan 'Sql/InstallSqlServer' -Name 'whose setup fails, and its summary may not be read' -On 'sql1' -Columns 'first' -Refused 'SQL Server.*summary cannot be read: Access is denied' -World {
    param($world)
    & $script:AcmeOneServer $world
    $world.machines['sql1'].restartNeeded = $true
    $world.machines['sql1'].refuses = @('Get-ChildItem *Summary.txt')
}

$script:AcmeServerThatRuns = { param($world) & $script:AcmeOneServer $world; Add-SqlServer $world $world.machines['sql1'] | Out-Null }
Add-Case -Plan 'Sql/SetMixedModeAuth' -Name 'SQL logins' -On 'sql1' -World $script:AcmeServerThatRuns -Arguments @{ saPassword = $script:AcmeSaPassword } -Then {
    param($world)
    Assert-Same $world.machines['sql1'].sql.mode 2 'the mode of the server that runs'
    Assert-Same $world.machines['sql1'].sql.logins['sa'].password $script:AcmeSaPassword 'the password of sa'
}
Add-Case -Plan 'Sql/SetWindowsAuth' -Name 'no SQL logins any more' -On 'sql1' -World {
    param($world)
    & $script:AcmeServerThatRuns $world
    $machine = $world.machines['sql1']
    $machine.sql.mode = 2
    $machine.registry['HKLM:\SOFTWARE\Microsoft\Microsoft SQL Server\MSSQL16.MSSQLSERVER\MSSQLServer'].LoginMode = 2
    $machine.sql.logins['sa'].enabled = $true
} -Then {
    param($world)
    Assert-Same $world.machines['sql1'].sql.mode 1 'the mode of the server that runs'
    Assert-That (-not $world.machines['sql1'].sql.logins['sa'].enabled) 'sa is off'
}
Add-Case -Plan 'Sql/GrantDatabase' -Name 'for another machine of the domain' -On 'sql1' -Arguments @{ database = 'it''s [new] "ü"'; domain = 'corp.example'; computer = 'app1' } -World {
    param($world)
    & $script:AcmeServerThatRuns $world
    Add-DomainMember $world $world.domains['corp.example'] (Add-Machine $world 'app1' '10.0.0.41')
} -Then {
    param($world)
    $sql = $world.machines['sql1'].sql
    $sid = $world.domains['corp.example'].computers['app1'].sid
    Assert-Same $sql.logins['ACME\app1$'].sid $sid 'the login, under the short name of the domain'
    Assert-That (@($sql.databases['it''s [new] "ü"'].users['ACME\app1$'].roles) -contains 'db_owner') 'who may do everything in the database'
}

# ---- the cluster
$script:AcmeFreshNodes = {
    param($world)
    & $script:AcmeNodes $world
    foreach ($number in 1, 2, 3) { foreach ($feature in 'Failover-Clustering', 'RSAT-Clustering-PowerShell', 'RSAT-AD-PowerShell') { $world.machines["node$number"].features.Remove($feature); $world.machines["node$number"].services.Remove('ClusSvc') } }
}
Add-Case -Plan 'SqlServerCluster/FailoverClusterPrerequisites' -Name 'a member of the domain' -Restarts -On 'node1' -World $script:AcmeFreshNodes -Arguments $script:AcmeAdministrator -Then {
    param($world)
    Assert-That $world.machines['node1'].features['Failover-Clustering'] 'the feature is there'
    Assert-That (-not $world.machines['node1'].restartNeeded) 'no restart is pending'
    Assert-Same $world.machines['node1'].tasks.Count 0 'the tasks that are left'
}
Add-Case -Plan 'SqlServerCluster/FailoverClusterPrerequisites' -Name 'while a restart is pending' -Restarts -On 'node1' -Arguments $script:AcmeAdministrator -World {
    param($world)
    & $script:AcmeFreshNodes $world
    $world.machines['node1'].registry['HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\Component Based Servicing\RebootPending'] = @{}
    $world.machines['node1'].restartNeeded = $true
} -Then { param($world) Assert-That $world.machines['node1'].features['Failover-Clustering'] 'the feature is there' }
$script:AcmeJoiner = {
    param($world)
    & $script:AcmeFreshNodes $world
    $domain = $world.domains['corp.example']
    $domain.users['joiner'] = @{ sid = New-DomainSid $domain; password = $script:Nasty; enabled = $true; groups = @('513'); dn = 'CN=joiner' }
}
$script:AcmeAsJoiner = @{ domain = 'corp.example'; domainAdminUser = 'joiner'; domainAdminPassword = $script:Nasty }
$script:AcmeNoWork = { param($world) Assert-Same $world.machines['node1'].tasks.Count 0 'the tasks that are left'; Assert-That (-not $world.machines['node1'].features['Failover-Clustering']) 'nothing is installed' }
Add-Case -Plan 'SqlServerCluster/FailoverClusterPrerequisites' -Name 'by a user who may not log on as a batch job' -On 'node1' -World $script:AcmeJoiner -Arguments $script:AcmeAsJoiner -Refused 'Log on as a batch job.*0x80070569' -Then {
    param($world)
    & $script:AcmeNoWork $world
}
Add-Case -Plan 'SqlServerCluster/FailoverClusterPrerequisites' -Name 'by a user who is no administrator there' -On 'node1' -Arguments $script:AcmeAsJoiner -Refused 'it is no administrator of this machine' -Then $script:AcmeNoWork -World {
    param($world)
    & $script:AcmeJoiner $world
    $world.machines['node1'].batchUsers = @($world.domains['corp.example'].users['joiner'].sid)
}
Add-Case -Plan 'SqlServerCluster/FailoverClusterPrerequisites' -Name 'where a policy forbids stored passwords' -On 'node1' -Arguments $script:AcmeAdministrator -Refused '0x80070520' -Then $script:AcmeNoWork -World {
    param($world)
    & $script:AcmeFreshNodes $world
    $world.machines['node1'].storesNoPasswords = $true
}
Add-Case -Plan 'SqlServerCluster/FailoverClusterPrerequisites' -Name 'with a wrong password' -On 'node1' -World $script:AcmeFreshNodes -Refused 'user name or password is incorrect' -Then $script:AcmeNoWork `
    -Arguments @{ domain = 'corp.example'; domainAdminUser = 'Administrator'; domainAdminPassword = 'wrong-Passw0rd' }

$script:AcmeClusterArguments = $script:AcmeAdministrator + @{ clusterName = 'db'; clusterAddress = '10.0.0.200'; nodes = @('node1', 'node2') }
Add-Case -Plan 'SqlServerCluster/FailoverCluster' -Name 'of two nodes' -On 'node1' -World $script:AcmeNodes -Arguments $script:AcmeClusterArguments -Then {
    param($world)
    Assert-Same (@($world.clusters['db'].nodes.Keys | Sort-Object) -join ' ') 'node1 node2' 'its nodes'
    Assert-Same $world.clusters['db'].address '10.0.0.200' 'its address'
    $domain = $world.domains['corp.example']
    $rights = @($domain.acls['CN=Computers,DC=corp,DC=example'] | Where-Object { $_.sid -eq $domain.computers['db'].sid } | ForEach-Object { $_.rights })
    Assert-That (@($rights -like 'CreateChild bf967a86*').Count -eq 1) 'the cluster may make the account of the listener'
    Assert-Same $world.machines['node1'].tasks.Count 0 'the tasks that are left'
}
Add-Case -Plan 'SqlServerCluster/FailoverCluster' -Name 'in an organizational unit with brackets' -On 'node1' -Arguments $script:AcmeClusterArguments -World {
    param($world)
    & $script:AcmeNodes $world
    $domain = $world.domains['corp.example']
    $domain.objects['OU=Server [SQL],DC=corp,DC=example'] = @{ class = 'organizationalUnit'; protected = $false }
    foreach ($number in 1, 2) { $domain.computers["node$number"].dn = "CN=node$number,OU=Server [SQL],DC=corp,DC=example" }
} -Then {
    param($world)
    $domain = $world.domains['corp.example']
    Assert-That (@($domain.acls['OU=Server [SQL],DC=corp,DC=example'] | Where-Object { $_.rights -like 'CreateChild*' }).Count -eq 1) 'the cluster may make accounts there'
}
Add-Case -Plan 'SqlServerCluster/FailoverCluster' -Name 'whose name is taken in the domain' -On 'node1' -Arguments $script:AcmeClusterArguments -Refused 'exists already and is in use' -World {
    param($world)
    & $script:AcmeNodes $world
    $domain = $world.domains['corp.example']
    $domain.computers['db'] = @{ sid = New-DomainSid $domain; dn = 'CN=db,CN=Computers,DC=corp,DC=example'; enabled = $true; trust = 'other'; by = 'S-1-5-32-544' }
}
Add-Case -Plan 'SqlServerCluster/JoinFailoverCluster' -Name 'a third node' -On 'node3' -Arguments ($script:AcmeAdministrator + @{ clusterName = 'db' }) -World { param($world) & $script:AcmeNodes $world; Add-SqlCluster $world 'node1', 'node2' } `
    -Then { param($world) Assert-Same (@($world.clusters['db'].nodes.Keys | Sort-Object) -join ' ') 'node1 node2 node3' 'its nodes' }
Add-Case -Plan 'SqlServerCluster/ShareClusterWitness' -Name 'on a controller' -On 'dc1' -World $script:AcmeClusterOf2 -Arguments @{ clusterName = 'db'; domain = 'corp.example' } -Then {
    param($world)
    $sid = $world.domains['corp.example'].computers['db'].sid
    Assert-Same $world.machines['dc1'].shares['db-witness'].access[$sid] 'Full' 'what the account of the cluster may do'
}
$script:AcmeWithWitness = {
    param($world)
    & $script:AcmeClusterOf2 $world
    $world.machines['dc1'].shares['db-witness'] = @{ path = 'C:\ClusterWitness\db'; access = @{ $world.domains['corp.example'].computers['db'].sid = 'Full' } }
}
Add-Case -Plan 'SqlServerCluster/SetClusterVotes' -Name 'of two nodes and a folder' -On 'node1' -World $script:AcmeWithWitness -Arguments ($script:AcmeAdministrator + @{ witness = '\\dc1.corp.example\db-witness' }) -Then {
    param($world, $run)
    Assert-Same $world.clusters['db'].witness '\\dc1.corp.example\db-witness' 'the folder that votes'
    Assert-Same ($run.Output -join ' ') '3 (2 servers and the folder \\dc1.corp.example\db-witness); work goes on with 2' 'what it tells'
}
Add-Case -Plan 'SqlServerCluster/SetClusterVotes' -Name 'of three nodes alone' -On 'node1' -World { param($world) & $script:AcmeClusterOf3 $world; $world.clusters['db'].witness = '\\dc1\gone' } -Arguments ($script:AcmeAdministrator + @{ witness = '' }) `
    -Then { param($world, $run) Assert-Same $world.clusters['db'].witness '' 'the folder that votes'; Assert-Same ($run.Output -join ' ') '3 (3 servers); work goes on with 2' 'what it tells' }
Add-Case -Plan 'SqlServerCluster/SetClusterVotes' -Name 'with a folder that nobody shares' -On 'node1' -World $script:AcmeClusterOf2 -Arguments ($script:AcmeAdministrator + @{ witness = '\\dc1.corp.example\nothing' }) -Refused 'was not found'

# ---- the account
$script:AcmeAccountArguments = $script:AcmeAdministrator + @{ sqlServiceUserName = 'sql service'; sqlServicePassword = $script:AcmeServicePassword; oldPassword = '' }
$script:AcmeAccountIsGood = {
    param($world)
    $user = $world.domains['corp.example'].users['sql service']
    Assert-Same $user.password $script:AcmeServicePassword 'its password'
    Assert-That $user.enabled 'it may be used'
}
Add-Case -Plan 'SqlServerCluster/ConfigureEnvironmentForAOAG' -Name 'a new account' -On 'node1' -Arguments $script:AcmeAccountArguments -Then $script:AcmeAccountIsGood -World { param($world) & $script:AcmeNodes $world; $world.domains['corp.example'].users.Remove('sql service') }
Add-Case -Plan 'SqlServerCluster/ConfigureEnvironmentForAOAG' -Name 'one that an earlier run left disabled' -On 'node1' -Arguments $script:AcmeAccountArguments -Then $script:AcmeAccountIsGood -World {
    param($world)
    & $script:AcmeNodes $world
    $user = $world.domains['corp.example'].users['sql service']
    $user.password = ''
    $user.enabled = $false
}
Add-Case -Plan 'SqlServerCluster/ConfigureEnvironmentForAOAG' -Name 'a refused password leaves no account behind' -On 'node1' -Refused 'does not meet the length, complexity' `
    -Arguments ($script:AcmeAdministrator + @{ sqlServiceUserName = 'sql service'; sqlServicePassword = 'simple'; oldPassword = '' }) -World { param($world) & $script:AcmeNodes $world; $world.domains['corp.example'].users.Remove('sql service') } `
    -Then { param($world) Assert-That ($null -eq $world.domains['corp.example'].users['sql service']) 'there is no account' }
Add-Case -Plan 'SqlServerCluster/ConfigureEnvironmentForAOAG' -Name 'one that is there with this password' -On 'node1' -Then $script:AcmeAccountIsGood -Arguments $script:AcmeAccountArguments -World $script:AcmeNodes
Add-Case -Plan 'SqlServerCluster/ConfigureEnvironmentForAOAG' -Name 'another password than before' -On 'node1' -World { param($world) & $script:AcmeNodes $world; $world.domains['corp.example'].users['sql service'].password = 'Old-Passw0rd!' } -Then $script:AcmeAccountIsGood `
    -Arguments ($script:AcmeAdministrator + @{ sqlServiceUserName = 'sql service'; sqlServicePassword = $script:AcmeServicePassword; oldPassword = 'Old-Passw0rd!' })
Add-Case -Plan 'SqlServerCluster/ConfigureEnvironmentForAOAG' -Name 'somebody else''s account' -On 'node1' -Arguments $script:AcmeAccountArguments -Refused 'already, with another password' -World { param($world) & $script:AcmeNodes $world; $world.domains['corp.example'].users['sql service'].password = 'Theirs-1!' } `
    -Then { param($world) Assert-Same $world.domains['corp.example'].users['sql service'].password 'Theirs-1!' 'its password, which stays' }

# ---- SQL Server on a node
$script:AcmeSetupArguments = @{ domain = 'corp.example'; sqlServiceUserName = 'sql service'; sqlServicePassword = $script:AcmeServicePassword; nodes = @('node1', 'node2', 'node3'); databases = @('orders', 'stock') }
Add-Case -Plan 'SqlServerCluster/InstallSqlServerForAOAG' -Name 'a node' -On 'node1' -World { param($world) & $script:AcmeNodes $world; Add-SqlCluster $world 'node1', 'node2', 'node3' } -Arguments $script:AcmeSetupArguments -Then {
    param($world)
    Assert-Same $world.machines['node1'].services['MSSQLSERVER'].account 'ACME\sql service' 'whom the service runs as'
    Assert-Same $world.machines['node1'].firewall['Vetro-SQL-Mirroring'].port '5022' 'the port for the other replicas'
}
Add-Case -Plan 'SqlServerCluster/InstallSqlServerForAOAG' -Name 'a machine of no cluster' -On 'node1' -World $script:AcmeNodes -Arguments $script:AcmeSetupArguments -Refused 'is no node of a running failover cluster'
Add-Case -Plan 'SqlServerCluster/InstallSqlServerForAOAG' -Name 'on which another account runs it' -On 'node1' -Arguments $script:AcmeSetupArguments -Refused "runs as 'NT SERVICE\\MSSQLSERVER', not as 'ACME\\sql service'" `
    -World { param($world) & $script:AcmeNodes $world; Add-SqlCluster $world 'node1', 'node2', 'node3'; Add-SqlServer $world $world.machines['node1'] | Out-Null }
Add-Case -Plan 'SqlServerCluster/InstallSqlServerForAOAG' -Name 'the Standard edition for three servers' -On 'node1' -Arguments $script:AcmeSetupArguments -Refused 'basic availability groups only, of two servers; 3 are asked for' `
    -World { param($world) & $script:AcmeNodes $world; Add-SqlCluster $world 'node1', 'node2', 'node3'; $world.machines['node1'].sqlEdition = 'Standard' }
Add-Case -Plan 'SqlServerCluster/InitializeAlwaysOn' -Name 'a node' -On 'node1' -Arguments @{ domain = 'corp.example'; sqlServiceUserName = 'sql service' } -World { param($world) & $script:AcmeNodes $world; Add-SqlCluster $world 'node1', 'node2' -WithSql } -Then {
    param($world)
    $sql = $world.machines['node1'].sql
    $sid = $world.domains['corp.example'].users['sql service'].sid
    Assert-That $sql.hadr 'availability groups are on'
    Assert-That (@($sql.logins.Values | Where-Object { $_.sid -eq $sid -and @($_.rights) -like 'CONNECT ON ENDPOINT*' }).Count -eq 1) 'the account of the service may connect'
    Assert-That (@($sql.logins.Values | Where-Object { $_.sid -eq 'S-1-5-18' -and @($_.rights) -contains 'ALTER ANY AVAILABILITY GROUP' }).Count -eq 1) 'the cluster may look after the group'
}
Add-Case -Plan 'SqlServerCluster/InitializeAlwaysOn' -Name 'with an endpoint of another name that is stopped' -On 'node1' -Arguments @{ domain = 'corp.example'; sqlServiceUserName = 'sql service' } -World {
    param($world)
    & $script:AcmeNodes $world
    Add-SqlCluster $world 'node1', 'node2' -WithSql
    $world.machines['node1'].sql.endpoint = @{ name = 'Hadr_endpoint'; state = 1; role = 3; port = 7022 }
} -Then { param($world) $endpoint = $world.machines['node1'].sql.endpoint; Assert-Same "$($endpoint.name) $($endpoint.state) $($endpoint.port)" 'Hadr_endpoint 0 5022' 'the endpoint' }
Add-Case -Plan 'SqlServerCluster/SetSqlServicePassword' -Name 'a node' -On 'node1' -World $script:AcmeClusterOf2 -Arguments @{ sqlServicePassword = 'New-"Passw0rd''ü' } `
    -Then { param($world) foreach ($name in 'MSSQLSERVER', 'SQLSERVERAGENT') { Assert-Same $world.machines['node1'].services[$name].password 'New-"Passw0rd''ü' "the password of $name" } }

# ---- the group
$script:AcmeGroupArguments = @{
    group = 'the group'; domain = 'corp.example'; sqlServiceUserName = 'sql service'; nodes = @('node1', 'node2'); syncNodes = @('node1', 'node2')
    databases = @('orders', 'stock'); listenerName = 'sql'; listenerAddress = '10.0.0.201'
}
$script:AcmeGroupIsThere = {
    param($world, $run)
    $group = $world.groups['the group']
    Assert-That ($null -ne $group) 'there is a group'
    Assert-Same (@($group.replicas.Keys | Sort-Object) -join ' ') 'node1 node2' 'its replicas'
    Assert-Same (@($group.databases.Keys | Sort-Object) -join ' ') 'orders stock' 'its databases'
    Assert-Same "$($group.listener.name) $($group.listener.address) $($group.listener.mask)" 'sql 10.0.0.201 255.255.255.0' 'its listener'
    foreach ($ending in 'bak', 'trn') { Assert-That ([System.IO.File]::Exists("$($world.disk)/node1/C/AlwaysOn/orders.$ending")) "a copy of orders for the others ($ending)" }
}
Add-Case -Plan 'SqlServerCluster/InitializeAOAGPrimaryReplica' -Name 'a new group' -On 'node1' -World $script:AcmeClusterOf2 -Arguments $script:AcmeGroupArguments -Then { param($world, $run) & $script:AcmeGroupIsThere $world $run; Assert-Same ($run.Output[-1]) 'node1 (primary), node2 (synchronous)' 'what it tells' }
Add-Case -Plan 'SqlServerCluster/InitializeAOAGPrimaryReplica' -Name 'with a database that is there, in simple recovery and without a backup' -On 'node1' -Arguments $script:AcmeGroupArguments -Then $script:AcmeGroupIsThere -World {
    param($world)
    & $script:AcmeClusterOf2 $world
    $world.machines['node1'].sql.databases['orders'] = @{ recovery = 3; saved = $false; state = 0; group = ''; users = @{} }
}
Add-Case -Plan 'SqlServerCluster/InitializeAOAGPrimaryReplica' -Name 'a database in simple recovery and without a backup comes to a group that is there' -On 'node1' -Arguments $script:AcmeGroupArguments -Then $script:AcmeGroupIsThere -World {
    param($world)
    & $script:AcmeClusterOf2 $world
    Add-SqlGroup $world 'node1', 'node2' 'node1', 'node2'
    $world.machines['node1'].sql.databases['stock'] = @{ recovery = 3; saved = $false; state = 0; group = ''; users = @{} }
}
Add-Case -Plan 'SqlServerCluster/InitializeAOAGPrimaryReplica' -Name 'of the Standard edition' -On 'node1' -Arguments ($script:AcmeGroupArguments + @{ } | ForEach-Object { $copy = $_.Clone(); $copy.databases = @('orders'); $copy }) -World { param($world) & $script:AcmeClusterOf2 $world; foreach ($number in 1, 2) { $world.machines["node$number"].sql.edition = 'Standard' } } `
    -Then { param($world) Assert-That $world.groups['the group'].basic 'the group is a basic one' }
Add-Case -Plan 'SqlServerCluster/InitializeAOAGPrimaryReplica' -Name 'a third server comes to a group that is there' -On 'node1' -World { param($world) & $script:AcmeClusterOf3 $world; Add-SqlGroup $world 'node1', 'node2' 'node1', 'node2' } `
    -Arguments ($script:AcmeGroupArguments.Clone() | ForEach-Object { $_.nodes = @('node1', 'node2', 'node3'); $_.databases = @('orders'); $_ }) -Then {
    param($world)
    $group = $world.groups['the group']
    Assert-Same $group.replicas['node3'].mode 'ASYNCHRONOUS_COMMIT' 'how the third follows'
    Assert-Same $group.replicas['node2'].failover 'AUTOMATIC' 'that the second takes over by itself'
}
Add-Case -Plan 'SqlServerCluster/InitializeAOAGPrimaryReplica' -Name 'on a server that is not in charge' -On 'node2' -World { param($world) & $script:AcmeClusterOf3 $world; Add-SqlGroup $world 'node1', 'node2' 'node1', 'node2' } `
    -Arguments ($script:AcmeGroupArguments.Clone() | ForEach-Object { $_.nodes = @('node1', 'node2', 'node3'); $_.databases = @('orders'); $_ }) -Refused 'is not in a state that could process'
Add-Case -Plan 'SqlServerCluster/InitializeAOAGPrimaryReplica' -Name 'copies for a third server take nothing from the backups of logs' -On 'node1' -Columns 'first' -World {
    param($world)
    & $script:AcmeClusterOf3 $world
    Add-SqlGroup $world 'node1', 'node2' 'node1', 'node2'
    $world.machines['node1'].sql.databases['orders'].logSize = 5000
} -Arguments ($script:AcmeGroupArguments.Clone() | ForEach-Object { $_.nodes = @('node1', 'node2', 'node3'); $_.databases = @('orders'); $_ }) `
    -Then { param($world) Assert-Same $world.machines['node1'].sql.databases['orders'].logSize 5000 'what the log holds for the next backup' }
Add-Case -Plan 'SqlServerCluster/InitializeAOAGSecondaryReplica' -Name 'the second server' -On 'node2' -World { param($world) & $script:AcmeClusterOf2 $world; Add-SqlGroup $world 'node1', 'node2' 'node1' 'orders', 'stock' } `
    -Arguments @{ group = 'the group'; primary = 'node1'; databases = @('orders', 'stock') } -Then {
    param($world)
    $group = $world.groups['the group']
    Assert-That $group.replicas['node2'].joined 'it is a replica'
    foreach ($database in 'orders', 'stock') { Assert-Same $world.machines['node2'].sql.databases[$database].group 'the group' "its copy of $database" }
}
Add-Case -Plan 'SqlServerCluster/InitializeAOAGSecondaryReplica' -Name 'with a database of its own of that name' -On 'node2' -Refused "has a database 'orders' of its own" -World {
    param($world)
    & $script:AcmeClusterOf2 $world
    Add-SqlGroup $world 'node1', 'node2' 'node1'
    $world.machines['node2'].sql.databases['orders'] = @{ recovery = 1; saved = $true; state = 0; group = ''; users = @{} }
} -Arguments @{ group = 'the group'; primary = 'node1'; databases = @('orders') } -Then { param($world) Assert-Same $world.machines['node2'].sql.databases['orders'].state 0 'that database, which stays' }
$script:AcmeGroupOf3 = { param($world) & $script:AcmeClusterOf3 $world; Add-SqlGroup $world 'node1', 'node2', 'node3' 'node1', 'node2', 'node3' }
Add-Case -Plan 'SqlServerCluster/AskPrimaryReplica' -Name 'a server that follows' -On 'node2' -World $script:AcmeGroupOf3 -Arguments @{ group = 'the group'; nodes = @('Node1', 'node2') } -Then { param($world, $run) Assert-Same ($run.Output -join ' ') 'Node1' 'who is in charge' }
Add-Case -Plan 'SqlServerCluster/AskPrimaryReplica' -Name 'where there is no group' -On 'node1' -World $script:AcmeClusterOf2 -Arguments @{ group = 'the group'; nodes = @('node1', 'node2') } -Then { param($world, $run) Assert-Same ($run.Output -join ' ') '' 'who is in charge' }
Add-Case -Plan 'SqlServerCluster/MovePrimaryReplica' -Name 'a server that follows' -On 'node2' -World $script:AcmeGroupOf3 -Arguments @{ group = 'the group' } -Then { param($world) Assert-Same $world.groups['the group'].primary 'node2' 'who is in charge' }
# a group whose logs have grown
$script:AcmeGrownLogs = {
    param($world)
    & $script:AcmeClusterOf3 $world
    Add-SqlGroup $world 'node1', 'node2', 'node3' 'node1', 'node2', 'node3' 'orders', 'stock'
    foreach ($database in $world.machines['node1'].sql.databases.Values) { $database.logSize = 5000 }
}
function Get-LogSizes($World) { @($World.machines['node1'].sql.databases.Values | ForEach-Object { $_.logSize }) -join ' ' }
Add-Case -Plan 'SqlServerCluster/BackUpGroupLogs' -Name 'the server in charge' -On 'node1' -World $script:AcmeGrownLogs -Arguments @{ group = 'the group'; path = 'C:\Back ups & more' } -Volatile '\.trn' -Then {
    param($world, $run)
    Assert-Same (Get-LogSizes $world) '0 0' 'what the logs hold'
    Assert-Same @($run.Output).Count 2 'how many files it names'
    foreach ($file in $run.Output) { Assert-That ([System.IO.File]::Exists("$($world.disk)/node1/$($file -replace '\\', '/' -replace '^C:', 'C')")) "there is $file" }
}
Add-Case -Plan 'SqlServerCluster/BackUpGroupLogs' -Name 'a server that follows' -On 'node2' -World $script:AcmeGrownLogs -Arguments @{ group = 'the group'; path = 'C:\Backups' } -Then {
    param($world, $run)
    Assert-Same (Get-LogSizes $world) '5000 5000' 'what the logs hold'
    Assert-Same ($run.Output -join ' ') "node1 is in charge of 'the group' and backs up its logs." 'what it tells'
    Assert-That (-not [System.IO.Directory]::Exists("$($world.disk)/node2/C/Backups")) 'there is no folder'
}
Add-Case -Plan 'SqlServerCluster/BackUpGroupLogs' -Name 'where nobody is in charge' -On 'node1' -World $script:AcmeClusterOf2 -Arguments @{ group = 'the group'; path = 'C:\Backups' } -Refused "knows of no server that is in charge of 'the group'"
Add-Case -Plan 'SqlServerCluster/BackUpGroupLogs' -Name 'of which one database was never saved: the other is' -On 'node1' -Arguments @{ group = 'the group'; path = 'C:\Backups' } -Refused 'orders: BACKUP LOG cannot be performed' `
    -World { param($world) & $script:AcmeGrownLogs $world; $world.machines['node1'].sql.databases['orders'].saved = $false } `
    -Then { param($world) Assert-Same $world.machines['node1'].sql.databases['stock'].logSize 0 'what the log of the other holds' }
Add-Case -Plan 'SqlServerCluster/AwaitReplica' -Name 'a server that has started anew' -On 'node2' -World $script:AcmeGroupOf3
Add-Case -Plan 'SqlServerCluster/LeaveOutClusterNodes' -Name 'the third server goes' -On 'node1' -World $script:AcmeGroupOf3 -Arguments ($script:AcmeAdministrator + @{ group = 'the group'; nodes = @('node1', 'node2') }) -Then {
    param($world)
    Assert-Same (@($world.clusters['db'].nodes.Keys | Sort-Object) -join ' ') 'node1 node2' 'the nodes of the cluster'
    Assert-Same (@($world.groups['the group'].replicas.Keys | Sort-Object) -join ' ') 'node1 node2' 'the replicas of the group'
}
Add-Case -Plan 'SqlServerCluster/LeaveOutClusterNodes' -Name 'where there is no group yet' -On 'node1' -World { param($world) & $script:AcmeNodes $world; Add-SqlCluster $world 'node1', 'node2', 'node3' } -Arguments ($script:AcmeAdministrator + @{ group = 'the group'; nodes = @('node1', 'node2') }) `
    -Then { param($world) Assert-Same (@($world.clusters['db'].nodes.Keys | Sort-Object) -join ' ') 'node1 node2' 'the nodes of the cluster' }
Add-Case -Plan 'SqlServerCluster/GrantReplicatedDatabases' -Name 'on the server in charge' -On 'node1' -Arguments @{ databases = @('orders'); computers = @('app1'); domain = 'corp.example' } -World {
    param($world)
    & $script:AcmeGroupOf3 $world
    Add-DomainMember $world $world.domains['corp.example'] (Add-Machine $world 'app1' '10.0.0.41')
} -Then { param($world) Assert-That (@($world.machines['node1'].sql.databases['orders'].users['ACME\app1$'].roles) -contains 'db_owner') 'who may do everything in the database' }
Add-Case -Plan 'SqlServerCluster/GrantReplicatedDatabases' -Name 'on one that follows, which has logins alone' -On 'node2' -Arguments @{ databases = @('orders'); computers = @('app1'); domain = 'corp.example' } -World {
    param($world)
    & $script:AcmeGroupOf3 $world
    Add-DomainMember $world $world.domains['corp.example'] (Add-Machine $world 'app1' '10.0.0.41')
} -Then { param($world) Assert-That ($null -ne $world.machines['node2'].sql.logins['ACME\app1$']) 'the login' }
