# Plans of Sql: a server, who may sign in, databases.

$script:SqlImage = {
    param($world)
    $machine = Add-Machine $world 'db1' '10.0.0.31'
    $machine.programs['setup.exe'] = @{ path = 'C:\SqlMedia\setup.exe'; run = 'SqlSetup' }
    $folder = "$($world.disk)/db1/C/SqlMedia"
    [void][System.IO.Directory]::CreateDirectory($folder)
    foreach ($file in 'setup.exe', 'MediaInfo.xml') { [System.IO.File]::WriteAllText("$folder/$file", '') }
    $machine
}
$script:SqlServer = { param($world) $machine = & $script:SqlImage $world; Add-SqlServer $world $machine; $machine }
$script:SqlMember = {
    param($world)
    $machine = & $script:SqlServer $world
    $domain = Add-Domain $world 'corp.example' 'dc1' '10.0.0.10' -Password $script:Nasty
    $machine.adapters[0].dns = @('10.0.0.10')
    Add-DomainMember $world $domain $machine
    Add-DomainMember $world $domain (Add-Machine $world 'web1' '10.0.0.21' -NameServers '10.0.0.10')
}
$script:SqlRuns = {
    param($world)
    $machine = $world.machines['db1']
    Assert-Same $machine.services['MSSQLSERVER'].status 'Running' 'the service'
    Assert-Same $machine.services['MSSQLSERVER'].start 'Automatic' 'its start type'
    Assert-That ($null -ne $machine.sql) 'the engine'
}
Add-Case -Plan 'Sql/InstallSqlServer' -Name 'from the media of the image' -On 'db1' -World $script:SqlImage -Then {
    param($world)
    & $script:SqlRuns $world
    Assert-That $world.machines['db1'].firewall['Vetro-SQL-Server'].enabled 'the firewall lets programs in'
    $sids = @($world.machines['db1'].sql.logins.Values | Where-Object { $_.rights -contains 'sysadmin' } | ForEach-Object { $_.sid } | Sort-Object) -join ' '
    Assert-Same $sids 'S-1-5-18 S-1-5-32-544' 'who administers it: Administrators and the machine'
}
Add-Case -Plan 'Sql/InstallSqlServer' -Name 'over a setup that failed' -On 'db1' -Then $script:SqlRuns -World {
    param($world)
    $machine = & $script:SqlImage $world
    $machine.services['MSSQLSERVER'] = @{ status = 'Stopped'; start = 'Automatic'; account = 'NT SERVICE\MSSQLSERVER'; broken = $true }
}
Add-Case -Plan 'Sql/InstallSqlServer' -Name 'without media' -On 'db1' -World { param($world) Add-Machine $world 'db1' '10.0.0.31' } -Refused 'no media'
Add-Case -Plan 'Sql/CheckSqlServer' -Name 'that runs' -On 'db1' -World $script:SqlServer
$script:StoppedSql = { param($world) $machine = & $script:SqlServer $world; $machine.services['MSSQLSERVER'].status = 'Stopped'; $machine.services['SQLSERVERAGENT'].status = 'Stopped' }
Add-Case -Plan 'Sql/CheckSqlServer' -Name 'that is stopped' -On 'db1' -World $script:StoppedSql -Refused 'does not run'
Add-Case -Plan 'Sql/StopSqlServer' -Name 'that runs' -On 'db1' -World $script:SqlServer -Then { param($world) Assert-Same $world.machines['db1'].services['MSSQLSERVER'].status 'Stopped' 'the service' }
# the engine takes the Agent with it when it stops; jobs run again afterwards
$script:JobsRun = { param($world) & $script:SqlRuns $world; Assert-Same $world.machines['db1'].services['SQLSERVERAGENT'].status 'Running' 'SQL Server Agent' }
Add-Case -Plan 'Sql/StartSqlServer' -Name 'that is stopped' -On 'db1' -World $script:StoppedSql -Then $script:JobsRun
Add-Case -Plan 'Sql/StartSqlServer' -Name 'whose Agent is off' -On 'db1' -World { param($world) & $script:StoppedSql $world; $world.machines['db1'].services['SQLSERVERAGENT'].start = 'Disabled' } `
    -Then { param($world) & $script:SqlRuns $world; Assert-Same $world.machines['db1'].services['SQLSERVERAGENT'].status 'Stopped' 'SQL Server Agent' }
Add-Case -Plan 'Sql/RepairSqlServer' -Name 'that runs with its Agent' -On 'db1' -World $script:SqlServer -Then $script:JobsRun
Add-Case -Plan 'Sql/RepairSqlServer' -Name 'that is off' -On 'db1' -Then $script:SqlRuns -World {
    param($world)
    & $script:StoppedSql $world
    $world.machines['db1'].services['MSSQLSERVER'].start = 'Disabled'
}
Add-Case -Plan 'Sql/SetMixedModeAuth' -Name 'with a nasty password' -On 'db1' -World $script:SqlServer -Arguments @{ saPassword = $script:Nasty } -Then {
    param($world)
    $sql = $world.machines['db1'].sql
    Assert-Same $sql.mode 2 'the mode of the engine that runs: mixed'
    Assert-That $sql.logins['sa'].enabled 'sa may sign in'
    Assert-Same $sql.logins['sa'].password $script:Nasty 'the password of sa'
}
$script:MixedSql = {
    param($world)
    $machine = & $script:SqlServer $world
    $machine.sql.mode = 2
    $machine.sql.logins['sa'].enabled = $true
    $machine.registry['HKLM:\SOFTWARE\Microsoft\Microsoft SQL Server\MSSQL16.MSSQLSERVER\MSSQLServer'].LoginMode = 2
}
$script:WindowsOnly = {
    param($world)
    Assert-Same $world.machines['db1'].sql.mode 1 'the mode of the engine that runs: Windows'
}
Add-Case -Plan 'Sql/SetWindowsAuth' -Name 'from mixed' -On 'db1' -World $script:MixedSql -Then { param($world) & $script:WindowsOnly $world; Assert-That (-not $world.machines['db1'].sql.logins['sa'].enabled) 'sa may not sign in' }
Add-Case -Plan 'Sql/CompareSqlServer' -Name 'as it was set up' -On 'db1' -World $script:SqlServer -Arguments @{ mixedMode = $false } -Then { param($world, $run) Assert-Same "$($run.Output)" '' 'what differs' }
Add-Case -Plan 'Sql/CompareSqlServer' -Name 'that is mixed and should not be' -On 'db1' -World $script:MixedSql -Arguments @{ mixedMode = $false } -Then { param($world, $run) Assert-That ("$($run.Output)" -ne '') 'it tells' }
Add-Case -Plan 'Sql/UpdateSqlServer' -Name 'to Windows alone' -On 'db1' -World $script:MixedSql -Arguments @{ mixedMode = $false } -Then $script:WindowsOnly
Add-Case -Plan 'Sql/UpdateSqlServer' -Name 'to mixed' -On 'db1' -World $script:SqlServer -Arguments @{ mixedMode = $true } -Then { param($world) Assert-Same $world.machines['db1'].sql.mode 2 'the mode of the engine that runs' }
Add-Case -Plan 'Sql/BackUpDatabase' -Name 'into a folder with blanks' -On 'db1' -Columns 'first', 'German' -Arguments @{ database = 'Shop'; path = 'C:\Back ups & more' } -World {
    param($world)
    (& $script:SqlServer $world).sql.databases['Shop'] = @{ recovery = 1; state = 0; saved = $false; group = ''; users = @{} }
} -Then { param($world, $run) Assert-Same @([System.IO.Directory]::GetFiles("$($world.disk)/db1/C/Back ups & more", 'Shop-*.bak')).Count 1 'the file' }
# SQL Server has names that Windows has for no file
Add-Case -Plan 'Sql/BackUpDatabase' -Name 'whose name is no name of a file' -On 'db1' -Columns 'first', 'German' -Arguments @{ database = 'Shop: 2026/27'; path = 'C:\Backups' } -World {
    param($world)
    (& $script:SqlServer $world).sql.databases['Shop: 2026/27'] = @{ recovery = 1; state = 0; saved = $false; group = ''; users = @{} }
} -Then { param($world, $run) Assert-Same @([System.IO.Directory]::GetFiles("$($world.disk)/db1/C/Backups", 'Shop_ 2026_27-*.bak')).Count 1 'the file' }
foreach ($name in 'Shop', 'Shop''s ]data[ & ü') {
    Add-Case -Plan 'Sql/GrantDatabase' -Name "called $name" -On 'db1' -World $script:SqlMember -Arguments @{ database = $name; domain = 'corp.example'; computer = 'web1' } -Then ([scriptblock]::Create(@"
    param(`$world)
    `$database = `$world.machines['db1'].sql.databases['$($name.Replace("'", "''"))']
    Assert-That (`$null -ne `$database) 'the database'
    Assert-Same ((`$database.users['CORP\web1`$']).roles -join ' ') 'db_owner' 'what the other machine may do in it'
"@))
}
