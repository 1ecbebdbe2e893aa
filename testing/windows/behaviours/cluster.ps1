# Failover clusters: $world.clusters[NAME] = @{ address; nodes; witness; account }. Work goes on while more than half of the
# votes are there: https://learn.microsoft.com/windows-server/storage/storage-spaces/quorum

$script:FeatureArrives['Failover-Clustering'] = { param($world, $machine) $machine.services['ClusSvc'] = @{ status = 'Stopped'; start = 'Disabled'; account = 'LocalSystem' } }

# The votes of a cluster, and how many of them are there.
function Get-ClusterVotes($World, $Cluster) {
    $there = @($Cluster.nodes.Keys | Where-Object { $World.machines[$_] -and $World.machines[$_].up -and $World.machines[$_].services['ClusSvc'].status -eq 'Running' }).Count
    $all = $Cluster.nodes.Count
    if ($Cluster.witness -match '^\\\\([^\\]+)\\(.+)$') {
        $all++
        $host1 = $World.machines[($Matches[1] -split '\.')[0]]
        if ($host1 -and $host1.up -and $host1.shares[$Matches[2]]) { $there++ }
    }
    @{ all = $all; there = $there; lives = $there * 2 -gt $all }
}
# A machine goes off, or comes back. Where the server in charge of a group is lost, one that has every change and takes over by
# itself is in charge, as long as the cluster has its majority:
# https://learn.microsoft.com/sql/database-engine/availability-groups/windows/failover-and-failover-modes-always-on-availability-groups
function Set-WorldPower($World, [string] $Name, [bool] $IsUp) {
    $World.machines[$Name].up = $IsUp
    if ($IsUp) { Restart-WorldMachine $World $Name }
    foreach ($group in @($World.groups.Values)) {
        if (Test-SqlAnswers $World $World.machines[$group.primary]) { continue }
        foreach ($replica in @($group.replicas.Keys | Sort-Object)) {
            $own = $group.replicas[$replica]
            $machine = $World.machines[$replica]
            if (-not $own.joined -or $own.failover -ne 'AUTOMATIC' -or -not (Test-SqlAnswers $World $machine) -or -not (Find-Cluster $World $machine '')) { continue }
            $group.primary = $replica
            break
        }
    }
}
# A cluster by its own name or by that of a node; $null where nobody answers.
function Find-Cluster($World, $Machine, [string] $Name) {
    $short = if ($Name) { ($Name -split '\.')[0] } else { $Machine.name }
    foreach ($cluster in @($World.clusters.Keys)) {
        $record = $World.clusters[$cluster]
        if ($cluster -ne $short -and -not $record.nodes[$short]) { continue }
        if ((Get-ClusterVotes $World $record).lives) { return @{ name = $cluster; record = $record } }
    }
}
function Get-ClusterOf($World, $Machine, $Parameters) {
    $name = if ($Parameters.Cluster) { "$($Parameters.Cluster)" } elseif ($Parameters.InputObject) { "$($Parameters.InputObject.Cluster)$(if (-not $Parameters.InputObject.Cluster) { $Parameters.InputObject.Name })" } else { '' }
    $found = Find-Cluster $World $Machine $name
    # https://github.com/dsccommunity/FailoverClusterDsc/issues/257
    if (-not $found) { Stop-Call -Source 'cluster-endpoint-mapper' -Message "The cluster service is not running.  Make sure that the service is running on all nodes in the cluster. There are no more endpoints available from the endpoint mapper" -Id 'Get-Cluster' }
    $found
}
# Who works must be an administrator of the nodes: a machine's own account is none on another
function Assert-ClusterRights($World, $Machine) {
    $domain = Get-DomainOf $World $Machine
    # https://learn.microsoft.com/windows-server/failover-clustering/configure-ad-accounts
    if (-not $domain -or -not (Test-DomainAdministrator $World $domain)) { Stop-Call -Source 'cluster-accounts' -Message "You do not have administrative privileges on the server '$($Machine.name)'." -Id 'New-Cluster' -Terminating }
}
function Get-NodeMachine($World, $Machine, [string] $Name) {
    $node = $World.machines[($Name -split '\.')[0]]
    if (-not $node -or -not $node.up) { Stop-Call -Source 'cluster-creation' -Message "Unable to successfully cleanup. The computer '$Name' could not be reached." -Id 'New-Cluster' -Terminating }
    # https://learn.microsoft.com/windows-server/failover-clustering/create-failover-cluster
    if (-not $node.features['Failover-Clustering'] -or $node.restartNeeded) { Stop-Call -Source 'cluster-creation' -Message "The computer '$Name' does not have the Failover Clustering feature installed. Use Server Manager to install the feature on this computer." -Id 'New-Cluster' -Terminating }
    if ($node.domain -ne $Machine.domain) { Stop-Call -Source 'cluster-creation' -Message "The computer '$Name' is not a member of the domain '$($Machine.domain)'." -Id 'New-Cluster' -Terminating }
    foreach ($cluster in @($World.clusters.Keys)) { if ($World.clusters[$cluster].nodes[$node.name]) { Stop-Call -Source 'cluster-creation' -Message "The computer '$Name' is joined to a cluster." -Id 'New-Cluster' -Terminating } }
    $node
}
function Add-NodeRecord($Cluster, $Node) {
    $Cluster.nodes[$Node.name] = @{ state = 'Up' }
    $Node.services['ClusSvc'].status = 'Running'
    $Node.services['ClusSvc'].start = 'Automatic'
}
# The account of a cluster: beside that of the machine that creates it; one that is there and disabled is used.
# https://learn.microsoft.com/windows-server/failover-clustering/prestage-cluster-adds
function New-ClusterAccount($World, $Domain, [string] $Name, $Creator = $null, [bool] $IsEnabled = $true) {
    if ($Domain.computers[$Name]) { $Domain.computers[$Name].enabled = $IsEnabled; return }
    $container = if ($Creator) { ($Domain.computers[$Creator.name].dn -split '(?<!\\),', 2)[1] } else { "CN=Computers,$(ConvertTo-DomainPath $Domain.name)" }
    $path = "CN=$Name,$container"
    $Domain.computers[$Name] = @{ sid = New-DomainSid $Domain; dn = $path; enabled = $IsEnabled; trust = "trust-$Name"; by = $script:Account }
    $Domain.objects[$path] = @{ class = 'computer'; protected = $false }
}
Add-Behaviour 'New-Cluster' {
    param($world, $machine, $parameters)
    Assert-ClusterRights $world $machine
    $name = $parameters.Name
    $domain = Get-DomainOf $world $machine
    if ($world.clusters[$name]) { Stop-Call -Source 'cluster-prestage' -Message "The cluster name '$name' is already in use." -Id 'New-Cluster' -Terminating }
    # an account of that name that is in use is nobody else's: https://learn.microsoft.com/windows-server/failover-clustering/prestage-cluster-adds
    if ($domain.computers[$name] -and $domain.computers[$name].enabled) { Stop-Call -Source 'cluster-prestage' -Message "The computer account '$name' exists already and is in use." -Id 'New-Cluster' -Terminating }
    $nodes = @($parameters.Node | ForEach-Object { Get-NodeMachine $world $machine "$_" })
    if (-not $nodes) { $nodes = @($machine) }
    $world.clusters[$name] = @{ address = "$($parameters.StaticAddress)"; nodes = @{}; witness = ''; domain = $domain.name }
    foreach ($node in $nodes) { Add-NodeRecord $world.clusters[$name] $node }
    New-ClusterAccount $world $domain $name $machine
    [pscustomobject]@{ Name = $name }
} -Half {
    # the account is there, the cluster is not
    param($world, $machine, $parameters)
    New-ClusterAccount $world (Get-DomainOf $world $machine) $parameters.Name $machine $false
}
Add-Behaviour 'Get-Cluster' {
    param($world, $machine, $parameters)
    $found = Find-Cluster $world $machine "$($parameters.Name)"
    if (-not $found) { Stop-Call -Source 'cluster-endpoint-mapper' -Message 'The cluster service is not running.  Make sure that the service is running on all nodes in the cluster. There are no more endpoints available from the endpoint mapper' -Id 'Get-Cluster' }
    [pscustomobject]@{ Name = $found.name; Domain = $found.record.domain }
}
Add-Behaviour 'Get-ClusterNode' {
    param($world, $machine, $parameters)
    $found = Get-ClusterOf $world $machine $parameters
    foreach ($node in @($found.record.nodes.Keys | Sort-Object)) {
        if ($parameters.Name -and @($parameters.Name) -notcontains $node) { continue }
        $is = $world.machines[$node]
        [pscustomobject]@{ Name = $node; Cluster = $found.name; State = $(if ($is -and $is.up -and $is.services['ClusSvc'].status -eq 'Running') { 'Up' } else { 'Down' }); NodeWeight = 1 }
    }
}
Add-Behaviour 'Add-ClusterNode' {
    param($world, $machine, $parameters)
    Assert-ClusterRights $world $machine
    $found = Get-ClusterOf $world $machine $parameters
    foreach ($name in $parameters.Name) { Add-NodeRecord $found.record (Get-NodeMachine $world $machine "$name") }
}
Add-Behaviour 'Remove-ClusterNode' {
    param($world, $machine, $parameters)
    Assert-ClusterRights $world $machine
    $node = if ($parameters.InputObject) { $parameters.InputObject.Name } else { "$($parameters.Name)" }
    $found = Get-ClusterOf $world $machine @{ Cluster = $(if ($parameters.InputObject) { $parameters.InputObject.Cluster } else { $parameters.Cluster }) }
    Assert-Confirmed $parameters
    $found.record.nodes.Remove($node)
    $is = $world.machines[$node]
    if ($is -and $is.services['ClusSvc']) { $is.services['ClusSvc'].status = 'Stopped'; $is.services['ClusSvc'].start = 'Disabled' }
}
Add-Behaviour 'Set-ClusterQuorum' {
    param($world, $machine, $parameters)
    Assert-ClusterRights $world $machine
    $found = Get-ClusterOf $world $machine $parameters
    if ($parameters.NodeMajority -or $parameters.NoWitness) { $found.record.witness = ''; return }
    $share = "$($parameters.NodeAndFileShareMajority)$($parameters.FileShareWitness)"
    if ($share -notmatch '^\\\\([^\\]+)\\(.+)$') { Stop-Call -Source 'cluster-quorum' -Message "The path '$share' is not valid." -Id 'Set-ClusterQuorum' -Terminating }
    $keeper = $world.machines[($Matches[1] -split '\.')[0]]
    $folder = if ($keeper -and $keeper.up) { $keeper.shares[$Matches[2]] }
    $account = (Get-DomainOf $world $machine).computers[$found.name]
    # https://learn.microsoft.com/windows-server/failover-clustering/file-share-witness
    if (-not $folder) { Stop-Call -Source 'cluster-witness' -Message "There was an error configuring the file share witness '$share'. Unable to save property changes for 'File Share Witness'. The network path was not found." -Id 'Set-ClusterQuorum' -Terminating }
    if ($folder.access[$account.sid] -ne 'Full') { Stop-Call -Source 'cluster-witness' -Message "There was an error granting the cluster name object full access to the share '$share'. Access is denied" -Id 'Set-ClusterQuorum' -Terminating }
    $found.record.witness = $share
}
Add-Behaviour 'Get-ClusterQuorum' {
    param($world, $machine, $parameters)
    $found = Get-ClusterOf $world $machine $parameters
    [pscustomobject]@{ Cluster = $found.name; QuorumResource = $found.record.witness; QuorumType = 'Majority' }
}
