# The failover cluster under an availability group. Remote work is done as an administrator of the domain.

function Confirm-DomainMember {
    if ((Get-CurrentDomain) -eq '') { throw "$env:COMPUTERNAME is in no domain; the nodes of a cluster must be." }
}

function Install-FailoverClusterPrerequisites {
    Confirm-DomainMember
    Install-MissingFeature -Name 'Failover-Clustering', 'RSAT-Clustering-PowerShell', 'RSAT-AD-PowerShell' -RestartFollows
    Write-Log 'Ready to be a node of a failover cluster'
}

# Fails, in words, where the account could not do the work of a cluster on this machine.
function Confirm-ClusterAdministrator {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [string] $Password
    )
    Confirm-DomainMember
    Invoke-AsDomainUser -DomainName $DomainName -UserName $UserName -Password $Password -Script { $true } | Out-Null
    Write-Log "'$UserName' may set up a cluster on $env:COMPUTERNAME"
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
    $values = @{ Cluster = $ClusterName; Address = $StaticAddress; Nodes = $ClusterNodes; Here = $env:COMPUTERNAME }
    Invoke-AsDomainUser -DomainName $DomainName -UserName $UserName -Password $Password -Values $values -Script {
        param($values)
        Import-Module FailoverClusters
        Import-Module ActiveDirectory
        # a node that runs has to answer; nothing else says that there is no cluster yet
        $service = Find-Service -Name ClusSvc
        $cluster = if ($service -and $service.Status -eq 'Running') { Get-Cluster -Name $values.Here }
        if ($cluster -and $cluster.Name -ne $values.Cluster) {
            throw "$($values.Here) is a node of the cluster '$($cluster.Name)' already."
        }
        if (-not $cluster) {
            $new = @{ Name = $values.Cluster; Node = $values.Nodes; StaticAddress = $values.Address; NoStorage = $true }
            New-Cluster @new -WarningAction SilentlyContinue | Out-Null
        }
        # by a node: name servers learn the name of the new cluster a moment later
        $there = @(Get-ClusterNode -Cluster $values.Here | ForEach-Object { $_.Name })
        foreach ($node in $values.Nodes) {
            if ($there -notcontains $node) { Add-ClusterNode -Cluster $values.Here -Name $node -NoStorage | Out-Null }
        }
        # the cluster makes the listener's account in the directory itself, where it may
        $account = Wait-Until -What "Finding the account of the cluster '$($values.Cluster)'" -Seconds 300 -Condition {
            # the controller that is asked may not have it yet
            Get-ADComputer -Identity $values.Cluster
        }
        Grant-ComputerCreation -Container ($account.DistinguishedName -split '(?<!\\),', 2)[1] -Sid "$($account.SID)"
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

# On a machine outside of the cluster: the folder that has a vote. The cluster writes to it by its own account.
function New-ClusterWitness {
    param(
        [Parameter(Mandatory = $true)] [string] $ClusterName,
        [Parameter(Mandatory = $true)] [string] $DomainName
    )
    $account = Resolve-DomainAccount -DomainName $DomainName -Name "$ClusterName`$"
    $share = "$ClusterName-witness"
    $folder = "C:\ClusterWitness\$ClusterName"
    New-Item -ItemType Directory -Path $folder -Force | Out-Null
    Grant-FolderAccess -Path $folder -Sid (Resolve-AccountSid -Name $account) -Right FullControl
    if (-not (Find-Share -Name $share)) {
        New-SmbShare -Name $share -Path $folder -FullAccess $account -ErrorAction Stop | Out-Null
    }
    else {
        # a share of an earlier cluster of this name knows that one's account
        Grant-SmbShareAccess -Name $share -AccountName $account -AccessRight Full -Force -ErrorAction Stop | Out-Null
    }
    Write-Log "\\$env:COMPUTERNAME\$share is a witness of the cluster '$ClusterName'"
}

# Who votes in the cluster: its nodes, and a shared folder where their number is even: half of
# the votes are not enough to go on with. Returns the votes in words.
function Set-ClusterVotes {
    param(
        # of the shared folder, \\machine\share; empty for none
        [string] $Witness = '',
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [string] $Password
    )
    $values = @{ Here = $env:COMPUTERNAME; Witness = $Witness }
    $nodes = Invoke-AsDomainUser -DomainName $DomainName -UserName $UserName -Password $Password -Values $values -Script {
        param($values)
        Import-Module FailoverClusters
        # these names are known from Windows Server 2012 on; later versions call them NoWitness and FileShareWitness, too
        if ($values.Witness -eq '') { Set-ClusterQuorum -Cluster $values.Here -NodeMajority | Out-Null }
        else { Set-ClusterQuorum -Cluster $values.Here -NodeAndFileShareMajority $values.Witness | Out-Null }
        @(Get-ClusterNode -Cluster $values.Here).Count
    }
    $count = [int]@($nodes)[0]
    $votes = $count + [int]($Witness -ne '')
    $text = "$votes ($count servers$(if ($Witness -ne '') { " and the folder $Witness" })); work goes on with $([math]::Floor($votes / 2) + 1)"
    Write-Log "Votes of the cluster: $text"
    return $text
}

# Takes nodes out of the cluster whose machines go.
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
