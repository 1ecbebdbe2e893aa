# Switches of Sql: what is installed, how it runs and starts, who may sign in.

Add-Pairs -Plan 'Sql/InstallSqlServer' -On 'db1' -Switches ([ordered]@{
        machine = 'in a workgroup', 'a member'
        before = 'nothing', 'half a setup', 'installed', 'installed and stopped'
        edition = 'Enterprise', 'Standard', 'Express'
        firewall = 'closed', 'open'
    }) -World {
    param($world, $chosen)
    $machine = & $script:SqlImage $world
    $machine.sqlEdition = $chosen.edition
    if ($chosen.machine -eq 'a member') {
        $domain = Add-Domain $world 'corp.example' 'dc1' '10.0.0.10' -NetBios 'FIRMA' -Password $script:Nasty
        $machine.adapters[0].dns = @('10.0.0.10')
        Add-DomainMember $world $domain $machine
    }
    if ($chosen.before -like 'installed*') { Add-SqlServer $world $machine }
    if ($chosen.before -eq 'installed and stopped') { $machine.services['MSSQLSERVER'].status = 'Stopped' }
    if ($chosen.before -eq 'half a setup') { $machine.services['MSSQLSERVER'] = @{ status = 'Stopped'; start = 'Automatic'; account = 'NT SERVICE\MSSQLSERVER'; broken = $true } }
    if ($chosen.firewall -eq 'open') { $machine.firewall['Vetro-SQL-Server'] = @{ title = 'SQL Server'; enabled = $true; direction = 'Inbound'; action = 'Allow'; protocol = 'TCP'; port = '1433' } }
} -Then {
    param($world, $run, $chosen)
    & $script:SqlRuns $world
    Assert-That $world.machines['db1'].firewall['Vetro-SQL-Server'].enabled 'the firewall lets programs in'
    Assert-Same $world.machines['db1'].sql.edition $chosen.edition 'the edition'
}

# The mode that is set and the one that the engine which runs has: they differ until it starts anew.
$script:SqlAsIt = {
    param($world, $chosen)
    $machine = & $script:SqlServer $world
    $set = if ($chosen.setting -in 'mixed', 'mixed since it started') { 2 } else { 1 }
    $running = if ($chosen.setting -in 'mixed', 'Windows since it started') { 2 } else { 1 }
    $machine.registry['HKLM:\SOFTWARE\Microsoft\Microsoft SQL Server\MSSQL16.MSSQLSERVER\MSSQLServer'].LoginMode = $set
    $machine.sql.mode = $running
    $machine.sql.logins['sa'].enabled = $running -eq 2
    if ($chosen.start -eq 'off') { $machine.services['MSSQLSERVER'].start = 'Disabled' }
    if ($chosen.service -eq 'stopped') { foreach ($name in 'MSSQLSERVER', 'SQLSERVERAGENT') { $machine.services[$name].status = 'Stopped' } }
}
$script:Settings = 'Windows', 'mixed', 'mixed since it started', 'Windows since it started'
Add-Pairs -Plan 'Sql/SetMixedModeAuth' -On 'db1' -World $script:SqlAsIt -Switches ([ordered]@{ setting = $script:Settings; start = 'as set up', 'by hand' }) -Arguments { @{ saPassword = $script:Nasty } } -Then {
    param($world)
    $sql = $world.machines['db1'].sql
    Assert-Same $sql.mode 2 'the mode of the engine that runs: mixed'
    Assert-Same "$($sql.logins['sa'].enabled) $($sql.logins['sa'].password)" "True $script:Nasty" 'sa'
}
Add-Pairs -Plan 'Sql/SetWindowsAuth' -On 'db1' -World $script:SqlAsIt -Switches ([ordered]@{ setting = $script:Settings; start = 'as set up', 'by hand' }) `
    -Then { param($world) & $script:WindowsOnly $world; Assert-That (-not $world.machines['db1'].sql.logins['sa'].enabled) 'sa may not sign in' }
Add-Pairs -Plan 'Sql/UpdateSqlServer' -On 'db1' -World $script:SqlAsIt -Switches ([ordered]@{ wanted = 'Windows', 'mixed'; setting = $script:Settings; start = 'as set up', 'off' }) `
    -Arguments { param($chosen) @{ mixedMode = $chosen.wanted -eq 'mixed' } } -Then {
    param($world, $run, $chosen)
    Assert-Same $world.machines['db1'].sql.mode @{ Windows = 1; mixed = 2 }[$chosen.wanted] 'the mode of the engine that runs'
    Assert-Same $world.machines['db1'].services['MSSQLSERVER'].start 'Automatic' 'its start type'
}
Add-Pairs -Plan 'Sql/CompareSqlServer' -On 'db1' -World $script:SqlAsIt -Switches ([ordered]@{ wanted = 'Windows', 'mixed'; setting = 'Windows', 'mixed'; start = 'as set up', 'off' }) `
    -Arguments { param($chosen) @{ mixedMode = $chosen.wanted -eq 'mixed' } } -Then {
    param($world, $run, $chosen)
    Assert-Same @($run.Output | Where-Object { $_ }).Count ([int]($chosen.wanted -ne $chosen.setting) + [int]($chosen.start -eq 'off')) 'what differs'
}
$script:Running = [ordered]@{ service = 'runs', 'stopped'; start = 'as set up', 'off'; setting = 'Windows', 'mixed' }
Add-Pairs -Plan 'Sql/CheckSqlServer' -On 'db1' -World $script:SqlAsIt -Switches $script:Running -Refused { param($chosen) if ($chosen.service -ne 'runs') { 'does not run' } }
Add-Pairs -Plan 'Sql/StopSqlServer' -On 'db1' -World $script:SqlAsIt -Switches $script:Running -Then { param($world) Assert-Same $world.machines['db1'].services['MSSQLSERVER'].status 'Stopped' 'the service' }
Add-Pairs -Plan 'Sql/StartSqlServer' -On 'db1' -World $script:SqlAsIt -Switches $script:Running `
    -Refused { param($chosen) if ($chosen.service -ne 'runs' -and $chosen.start -eq 'off') { 'cannot be started' } } `
    -Then { param($world, $run) if (-not $run.Failed) { Assert-Same $world.machines['db1'].services['MSSQLSERVER'].status 'Running' 'the service' } }
Add-Pairs -Plan 'Sql/RepairSqlServer' -On 'db1' -World $script:SqlAsIt -Switches $script:Running -Then $script:SqlRuns
Add-Pairs -Plan 'Sql/BackUpDatabase' -On 'db1' -Columns 'first', 'German' -Switches ([ordered]@{ database = 'Shop', 'O''Brien & ü'; folder = 'C:\Backups', 'C:\Back ups & more'; recovery = 'full', 'simple' }) -World {
    param($world, $chosen)
    (& $script:SqlServer $world).sql.databases[$chosen.database] = @{ recovery = @{ full = 1; simple = 3 }[$chosen.recovery]; state = 0; saved = $false; group = ''; users = @{} }
} -Arguments { param($chosen) @{ database = $chosen.database; path = $chosen.folder } } -Then {
    param($world, $run, $chosen)
    $folder = "$($world.disk)/db1/$($chosen.folder -replace '^C:', 'C' -replace '\\', '/')"
    Assert-Same @([System.IO.Directory]::GetFiles($folder, "$($chosen.database)-*.bak")).Count 1 'the file'
    Assert-That (-not $world.machines['db1'].sql.databases[$chosen.database].saved) 'the chain of whoever else backs up is not broken'
}
Add-Pairs -Plan 'Sql/GrantDatabase' -On 'db1' -Switches ([ordered]@{ database = 'Shop', 'Shop''s ]data[ & ü'; before = 'nothing', 'the database', 'the login'; domain = 'corp.example', 'CORP' }) -World {
    param($world, $chosen)
    & $script:SqlMember $world
    $sql = $world.machines['db1'].sql
    if ($chosen.before -eq 'the database') { $sql.databases[$chosen.database] = @{ recovery = 1; state = 0; saved = $false; group = ''; users = @{} } }
    if ($chosen.before -eq 'the login') { $sql.logins['CORP\web1$'] = @{ sid = $world.domains['corp.example'].computers['web1'].sid; enabled = $true; rights = @() } }
} -Arguments { param($chosen) @{ database = $chosen.database; domain = $chosen.domain; computer = 'web1' } } `
    -Then { param($world, $run, $chosen) Assert-Same ($world.machines['db1'].sql.databases[$chosen.database].users['CORP\web1$'].roles -join ' ') 'db_owner' 'what the other machine may do in it' }
