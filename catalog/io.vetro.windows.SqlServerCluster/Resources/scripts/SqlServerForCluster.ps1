# SQL Server on a node: it runs as the account of the domain that was asked for.

function Install-SqlServerForAOAG {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $ServiceUserName,
        [Parameter(Mandatory = $true)] [string] $ServicePassword
    )
    if ((Get-Service -Name ClusSvc -ErrorAction SilentlyContinue).Status -ne 'Running') {
        throw "$env:COMPUTERNAME is no node of a running failover cluster."
    }
    Install-SqlServer -ServiceAccount "$DomainName\$ServiceUserName" -ServicePassword $ServicePassword
    Open-FirewallPort -Name 'Vetro-SQL-Mirroring' -Title 'SQL Server availability groups' -Port 5022
}

function Install-SqlServerPowerShellModule {
    if (Get-Module -ListAvailable -Name 'SqlServer', 'SQLPS') {
        Write-Log 'The PowerShell module of SQL Server is there'
        return
    }
    throw 'SQL Server was installed without its PowerShell module (SQLPS); the media of the image are not complete.'
}
