# The failover cluster under an availability group. Remote work is done as an administrator of the domain.

function Install-FailoverClusterPrerequisites {
    if ((Get-CurrentDomain) -eq '') {
        throw "$env:COMPUTERNAME is in no domain; the nodes of a cluster must be."
    }
    Install-MissingFeature -Name 'Failover-Clustering', 'RSAT-Clustering-PowerShell', 'RSAT-AD-PowerShell'
    Write-Log 'Ready to be a node of a failover cluster'
}

# Creates the cluster of all nodes, or adds those that are missing to the one that is there.
function New-FailoverCluster {
    param(
        [Parameter(Mandatory = $true)] [string] $ClusterName,
        [Parameter(Mandatory = $true)] [string] $StaticAddress,
        [Parameter(Mandatory = $true)] [string[]] $ClusterNodes,
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [string] $Password
    )
    $values = @{ Cluster = $ClusterName; Address = $StaticAddress; Nodes = $ClusterNodes; Domain = $DomainName }
    Invoke-AsDomainUser -DomainName $DomainName -UserName $UserName -Password $Password -Values $values -Script {
        param($values)
        Import-Module FailoverClusters
        Import-Module ActiveDirectory
        $cluster = Get-Cluster -Name $values.Nodes[0] -ErrorAction SilentlyContinue
        if ($cluster -and $cluster.Name -ne $values.Cluster) {
            throw "$($values.Nodes[0]) is a node of the cluster '$($cluster.Name)' already."
        }
        if (-not $cluster) {
            $new = @{ Name = $values.Cluster; Node = $values.Nodes; StaticAddress = $values.Address; NoStorage = $true }
            New-Cluster @new -WarningAction SilentlyContinue | Out-Null
        }
        $there = @(Get-ClusterNode -Cluster $values.Cluster | ForEach-Object { $_.Name })
        foreach ($node in $values.Nodes) {
            if ($there -notcontains $node) { Add-ClusterNode -Cluster $values.Cluster -Name $node -NoStorage | Out-Null }
        }
        # the cluster makes the listener's account in the directory itself, where it may
        $account = Get-ADComputer -Identity $values.Cluster
        $container = ($account.DistinguishedName -split ',', 2)[1]
        $path = "AD:\$container"
        $rules = Get-Acl -Path $path
        $createComputers = New-Object System.DirectoryServices.ActiveDirectoryAccessRule(
            $account.SID, 'CreateChild', 'Allow', [guid]'bf967a86-0de6-11d0-a285-00aa003049e2')
        $readAll = New-Object System.DirectoryServices.ActiveDirectoryAccessRule($account.SID, 'GenericRead', 'Allow')
        $rules.AddAccessRule($createComputers)
        $rules.AddAccessRule($readAll)
        Set-Acl -Path $path -AclObject $rules
    } | Out-Null
    Wait-Until -What "Starting the cluster '$ClusterName'" -Seconds 300 -Condition {
        (Get-Service -Name ClusSvc).Status -eq 'Running'
    } | Out-Null
    Write-Log "The cluster '$ClusterName' has the nodes $($ClusterNodes -join ', ')"
}

# Makes this machine one more node of a cluster.
function Join-FailoverCluster {
    param(
        [Parameter(Mandatory = $true)] [string] $ClusterName,
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [string] $Password
    )
    $values = @{ Cluster = $ClusterName; Node = $env:COMPUTERNAME }
    Invoke-AsDomainUser -DomainName $DomainName -UserName $UserName -Password $Password -Values $values -Script {
        param($values)
        Import-Module FailoverClusters
        $there = @(Get-ClusterNode -Cluster $values.Cluster | ForEach-Object { $_.Name })
        if ($there -contains $values.Node) { return }
        Add-ClusterNode -Cluster $values.Cluster -Name $values.Node -NoStorage | Out-Null
    } | Out-Null
    Write-Log "A node of the cluster '$ClusterName'"
}

# Takes nodes out of the cluster whose machines are gone.
function Remove-GoneClusterNode {
    param(
        # the nodes that stay
        [Parameter(Mandatory = $true)] [string[]] $ClusterNodes,
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [string] $Password
    )
    $values = @{ Node = $env:COMPUTERNAME; Stay = $ClusterNodes }
    Invoke-AsDomainUser -DomainName $DomainName -UserName $UserName -Password $Password -Values $values -Script {
        param($values)
        Import-Module FailoverClusters
        $cluster = Get-Cluster -Name $values.Node
        foreach ($node in @(Get-ClusterNode -InputObject $cluster)) {
            if ($values.Stay -contains $node.Name) { continue }
            Remove-ClusterNode -InputObject $node -Force | Out-Null
        }
    } | Out-Null
    Write-Log "The cluster has no other nodes than $($ClusterNodes -join ', ')"
}
