# One world for a whole story, which a test tells step by step: a line of JSON on the standard input for each step, a line of
# JSON on the standard output for what came of it. Started by story.ts.
#   { do: machine, name, address }     a machine is made of an image with the media of SQL Server
#   { do: removed, name }              a machine is deleted
#   { do: power, name, up }            a machine goes off, or comes back
#   { do: edition, name, edition }     its SQL Server is of this edition
#   { do: plan, on, plan }             a plan is carried out as composed
#   { do: look }                       the world as a test compares it
param([string] $Work)
$ErrorActionPreference = 'Stop'
. "$PSScriptRoot/load.ps1"
$script:Disk = 0
$told = New-CaseWorld @{ World = {} }
$output = [System.IO.StreamWriter]::new([Console]::OpenStandardOutput())
$output.AutoFlush = $true

# What accounts and their rights are called, and whether their names say anything to a reader.
function Get-AccountNames($World, $Machine, $Access) { @($Access.Keys | ForEach-Object { Find-AccountName $World $Machine $_ } | Sort-Object) }

function Get-SqlView($World, $Machine) {
    $sql = $Machine.sql
    if (-not $sql) { return $null }
    $group = $null
    foreach ($name in $World.groups.Keys) {
        $record = $World.groups[$name]
        if (-not $record.replicas[$Machine.name].joined) { continue }
        $group = @{
            name = $name; primary = $record.primary; listener = $null
            replicas = @($record.replicas.Keys | Sort-Object | ForEach-Object { @{ host = $_; synchronous = $record.replicas[$_].mode -eq 'SYNCHRONOUS_COMMIT'; byItself = $record.replicas[$_].failover -eq 'AUTOMATIC' } })
        }
        if ($record.listener) { $group.listener = @{ name = $record.listener.name; address = $record.listener.address } }
    }
    @{
        account = $Machine.services['MSSQLSERVER'].account; running = $Machine.services['MSSQLSERVER'].status -eq 'Running'
        mixedMode = $sql.mode -eq 2; alwaysOn = [bool]$sql.hadr; endpoint = $(if ($sql.endpoint -and $sql.endpoint.state -eq 0) { $sql.endpoint.port })
        databases = @($sql.databases.Keys | Sort-Object | ForEach-Object { @{ name = $_; replicated = $sql.databases[$_].group -ne '' } }); group = $group
    }
}

function Get-ClusterView($World, $Machine) {
    foreach ($name in $World.clusters.Keys) {
        $cluster = $World.clusters[$name]
        if (-not $cluster.nodes[$Machine.name]) { continue }
        $votes = Get-ClusterVotes $World $cluster
        return @{ name = $name; address = $cluster.address; nodes = @($cluster.nodes.Keys | Sort-Object); witness = $cluster.witness; votes = $votes.all; works = $votes.lives }
    }
}

function Get-DirectoryView($World, $Machine) {
    if ($Machine.role -lt 4) { return $null }
    $domain = Get-DomainOf $World $Machine
    $computers = @{}
    foreach ($name in $domain.computers.Keys) { $computers[$name] = $domain.computers[$name].sid }
    @{
        domain = $domain.name; netbios = $domain.netbios; computers = $computers
        accounts = @($domain.users.Keys | ForEach-Object { @{ name = $_; password = $domain.users[$_].password; enabled = $domain.users[$_].enabled } })
        controllers = @($domain.controllers.Keys | Sort-Object)
    }
}

function Get-MachineView($World, $Machine) {
    @{
        up = $Machine.up; domain = $(if ($Machine.role -ge 3) { $Machine.domain }); directory = Get-DirectoryView $World $Machine
        restartPending = [bool]($Machine.restartNeeded -or $Machine.pending.Count -gt 0); nameServers = @($Machine.adapters[0].dns)
        features = @($Machine.features.Keys | Where-Object { $Machine.features[$_] } | Sort-Object)
        ports = @($Machine.firewall.Values | Where-Object { $_.enabled -and $_.action -eq 'Allow' } | ForEach-Object { [int]$_.port } | Sort-Object -Unique)
        shares = @($Machine.shares.Keys | Sort-Object | ForEach-Object { @{ name = $_; accounts = @(Get-AccountNames $World $Machine $Machine.shares[$_].access) } })
        password = @($Machine.users.Values | Where-Object { $_.sid -like '*-500' } | ForEach-Object { $_.password })[0]
        cluster = Get-ClusterView $World $Machine; sql = Get-SqlView $World $Machine; tasks = $Machine.tasks.Count
    }
}

function Invoke-Step($Step) {
    switch ($Step.do) {
        'machine' {
            $machine = Add-Machine $told $Step.name $Step.address
            # what every Windows Server begins with
            foreach ($feature in 'FileAndStorage-Services', 'PowerShell') { $machine.features[$feature] = $true }
            $machine.programs['setup.exe'] = @{ path = 'C:\SqlMedia\setup.exe'; run = 'SqlSetup' }
            foreach ($folder in 'ProgramData', 'Windows/Temp', 'Program Files', 'SqlMedia') { [void][System.IO.Directory]::CreateDirectory("$($told.disk)/$($Step.name)/C/$folder") }
            foreach ($file in 'setup.exe', 'MediaInfo.xml') { [System.IO.File]::WriteAllText("$($told.disk)/$($Step.name)/C/SqlMedia/$file", 'media') }
            return @{}
        }
        'removed' { $told.machines.Remove($Step.name); return @{} }
        'power' { Set-WorldPower $told $Step.name $Step.up; return @{} }
        'edition' { $told.machines[$Step.name].sql.edition = $Step.edition; return @{} }
        'plan' {
            $run = Invoke-PlanOnce @{ On = $Step.on; Composed = $Step.plan } $told @{ Kind = 'none'; At = 0 } $false 0
            return @{ results = @($run.Results); mistakes = @($run.Mistakes) }
        }
        'look' {
            $machines = @{}
            foreach ($machine in $told.machines.Values) { $machines[$machine.name] = Get-MachineView $told $machine }
            return @{ machines = $machines }
        }
    }
    throw "There is no step '$($Step.do)'."
}

while ($null -ne ($line = [Console]::In.ReadLine())) {
    $answer = try { Invoke-Step (ConvertFrom-Json -InputObject $line -AsHashtable -Depth 30) } catch { @{ problem = "$($_.Exception.Message) $($_.ScriptStackTrace)" } }
    $output.WriteLine((ConvertTo-Json -InputObject $answer -Depth 30 -Compress))
}
