# SQL Server on a node: it runs as the account of the domain that was asked for.

# Installs it, and fails on an edition that cannot do what is asked, before anything of the group is made.
function Install-SqlServerForAOAG {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $ServiceUserName,
        [Parameter(Mandatory = $true)] [string] $ServicePassword,
        # what the group is to have
        [string[]] $Replicas = @(),
        [string[]] $Databases = @()
    )
    $service = Find-Service -Name ClusSvc
    if (-not $service -or $service.Status -ne 'Running') {
        throw "$env:COMPUTERNAME is no node of a running failover cluster."
    }
    $account = Resolve-DomainAccount -DomainName $DomainName -Name $ServiceUserName
    Install-SqlServer -ServiceAccount $account -ServicePassword $ServicePassword
    Open-FirewallPort -Name 'Vetro-SQL-Mirroring' -Title 'SQL Server availability groups' -Port 5022
    Confirm-SqlEdition -Replicas $Replicas -Databases $Databases
    Import-SqlModule
}

# Which groups the edition that was installed can have: 2 is Standard, 3 Enterprise, Developer and Evaluation, 4 Express
# (SERVERPROPERTY). Basic groups: "Basic Always On availability groups" of Microsoft's documentation.
function Confirm-SqlEdition {
    param(
        [string[]] $Replicas = @(),
        [string[]] $Databases = @()
    )
    $server = @(Invoke-Sql -Query @'
SELECT CAST(SERVERPROPERTY('EngineEdition') AS int) AS engine, CAST(SERVERPROPERTY('Edition') AS nvarchar(128)) AS edition,
    CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(128)) AS version
'@)[0]
    if ($server.engine -eq 3) { return }
    $name = "The SQL Server of the image, $($server.edition)"
    # 13 is SQL Server 2016, the first with basic groups
    if ($server.engine -ne 2 -or [int]("$($server.version)".Split('.')[0]) -lt 13) {
        throw "$name, has no availability groups. Use an image with the Enterprise or Developer edition."
    }
    if ($Replicas.Count -gt 2) {
        throw "$name, has basic availability groups only, of two servers; $($Replicas.Count) are asked for. Use an image with the Enterprise or Developer edition, or two servers."
    }
    if (@($Databases | Sort-Object -Unique).Count -gt 1) {
        throw "$name, has basic availability groups only, of one database; $($Databases.Count) are asked for. Use an image with the Enterprise or Developer edition, or one database."
    }
}

# Loads SQL Server's module for PowerShell.
function Import-SqlModule {
    # setup adds its folder to the variable of the machine, which a process that ran before does not see
    $folders = @($env:PSModulePath -split ';')
    foreach ($folder in "$([System.Environment]::GetEnvironmentVariable('PSModulePath', 'Machine'))" -split ';') {
        if ($folder -ne '' -and $folders -notcontains $folder) { $env:PSModulePath += ";$folder" }
    }
    $name = @('SqlServer', 'SQLPS' | Where-Object { Get-Module -ListAvailable -Name $_ })
    if ($name.Count -eq 0) {
        throw 'SQL Server was installed without its PowerShell module (SQLPS); the media of the image are not complete.'
    }
    # SQLPS changes the current folder; the newer module does not
    Push-Location
    try { Import-Module $name[0] -DisableNameChecking -WarningAction SilentlyContinue }
    finally { Pop-Location }
}

# Gives the services their account's new password and starts them anew with it: what runs on with the old one is refused by
# other machines sooner or later.
function Set-SqlServicePassword {
    param([Parameter(Mandatory = $true)] [string] $ServicePassword)
    foreach ($name in $script:SqlInstance, 'SQLSERVERAGENT') {
        $service = Get-CimInstance -ClassName Win32_Service -Filter "Name='$name'"
        if (-not $service) { continue }
        $end = Invoke-CimMethod -InputObject $service -MethodName Change -Arguments @{ StartPassword = $ServicePassword }
        if ($end.ReturnValue -ne 0) {
            throw "Windows refused the new password of the service $name on $env:COMPUTERNAME ($($end.ReturnValue))."
        }
    }
    Restart-SqlServer
    Write-Log "SQL Server's services have the new password of their account"
}
