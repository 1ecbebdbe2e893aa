# Switches of ActiveDirectory: what a controller begins with, what was there before, who is asked.

Add-Pairs -Plan 'ActiveDirectory/CreatePrimaryDC' -On 'dc1' -Switches ([ordered]@{
        domain = 'corp.example', 'a-very-long-label.example', 'ad.corp.example'
        desktop = 'yes', 'no'
        features = 'none', 'there already'
    }) -World {
    param($world, $chosen)
    $machine = Add-Machine $world 'dc1' '10.0.0.10' -NameServers '192.0.2.53' -Password $script:Nasty
    $machine.desktop = $chosen.desktop -eq 'yes'
    if ($chosen.features -ne 'none') { foreach ($feature in 'AD-Domain-Services', 'DNS') { Install-WorldFeature $world $machine $feature $true } }
} -Arguments { param($chosen) @{ domain = $chosen.domain; recoveryPassword = $script:RecoveryPassword } } -Then {
    param($world, $run, $chosen)
    Assert-Same $world.machines['dc1'].role 5 'the role: primary controller'
    Assert-Same $world.domains[$chosen.domain].netbios @{ 'corp.example' = 'CORP'; 'a-very-long-label.example' = 'A-VERY-LONG-LAB'; 'ad.corp.example' = 'AD' }[$chosen.domain] 'its NetBIOS name'
}
Add-Pairs -Plan 'ActiveDirectory/CreateSecondaryDC' -On 'web1' -Switches ([ordered]@{
        user = 'plain', 'with its short domain', 'with its long domain'
        desktop = 'yes', 'no'
        features = 'none', 'there already'
    }) -World {
    param($world, $chosen)
    & $script:MemberServer $world
    $world.machines['web1'].desktop = $chosen.desktop -eq 'yes'
    if ($chosen.features -ne 'none') { foreach ($feature in 'AD-Domain-Services', 'DNS') { Install-WorldFeature $world $world.machines['web1'] $feature $true } }
} -Arguments { param($chosen) @{ domain = 'corp.example'; domainAdminUser = $script:WhoJoins[$chosen.user]; domainAdminPassword = $script:Nasty; recoveryPassword = $script:RecoveryPassword } } -Then {
    param($world)
    Assert-Same $world.machines['web1'].role 4 'the role: controller'
}
Add-Pairs -Plan 'ActiveDirectory/AskDnsIp' -On 'dc1' -Switches ([ordered]@{ answers = 'at once', 'after a while'; controllers = 'one', 'two' }) -World {
    param($world, $chosen)
    & $(if ($chosen.controllers -eq 'two') { $script:TwoControllers } else { $script:Domain }) $world
    if ($chosen.answers -ne 'at once') { $world.machines['dc1'].readyAt = $world.clock.AddSeconds(120) }
} -Then { param($world, $run) Assert-Same ($run.Output -join ' ') '10.0.0.10' 'the address' }
Add-Pairs -Plan 'ActiveDirectory/AskEachOther' -On 'dc1' -World $script:TwoControllers -Switches ([ordered]@{ others = 'none', 'one', 'two' }) `
    -Arguments { param($chosen) @{ others = @{ none = @(); one = @('10.0.0.11'); two = @('10.0.0.11', '10.0.0.12') }[$chosen.others] } } -Then {
    param($world, $run, $chosen)
    Assert-Same ($world.machines['dc1'].adapters[0].dns -join ' ') @{ none = '127.0.0.1'; one = '10.0.0.11 127.0.0.1'; two = '10.0.0.11 10.0.0.12 127.0.0.1' }[$chosen.others] 'whom it asks'
}
Add-Pairs -Plan 'ActiveDirectory/CreateDomainUser' -On 'dc1' -Volatile '/sid = ' -Switches ([ordered]@{ user = 'anna.mueller', 'O''Brien (ü) & $x'; before = 'nobody', 'somebody else'; controllers = 'one', 'two' }) -World {
    param($world, $chosen)
    & $(if ($chosen.controllers -eq 'two') { $script:TwoControllers } else { $script:Domain }) $world
    $domain = $world.domains['corp.example']
    if ($chosen.before -ne 'nobody') { $domain.users['anna'] = @{ sid = New-DomainSid $domain; password = 'Theirs-1!'; enabled = $true; groups = @('513'); dn = 'CN=anna,CN=Users,DC=corp,DC=example'; upn = '' } }
} -Arguments { param($chosen) @{ user = $chosen.user; password = $script:Nasty } } -Then {
    param($world, $run, $chosen)
    & $script:MayUse $world $run $chosen.user
    if ($chosen.before -ne 'nobody') { Assert-Same $world.domains['corp.example'].users['anna'].password 'Theirs-1!' 'the password of somebody else' }
}
Add-Pairs -Plan 'ActiveDirectory/ForgetControllers' -On 'dc1' -Switches ([ordered]@{ gone = 'one', 'nobody'; address = 'nobody''s', 'another machine''s'; names = 'as they are', 'in capitals' }) -World {
    param($world, $chosen)
    & $(if ($chosen.gone -eq 'one') { $script:GoneController } else { $script:Domain }) $world
    if ($chosen.address -ne 'nobody''s') { Add-Machine $world 'web7' '10.0.0.11' }
} -Arguments { param($chosen) @{ domain = 'corp.example'; controllers = @($(if ($chosen.names -eq 'in capitals') { 'DC1' } else { 'dc1' })) } } -Then $script:Forgotten

# ---- operations: what runs, and how it starts
$script:DirectoryAsIt = {
    param($world, $chosen)
    & $(if ($chosen.controllers -eq 'two') { $script:TwoControllers } else { $script:Domain }) $world
    foreach ($name in 'NTDS', 'DNS', 'Netlogon', 'KDC') {
        if ($chosen.services -eq 'all stopped' -or ($chosen.services -eq 'one stopped' -and $name -eq 'DNS')) { $world.machines['dc1'].services[$name].status = 'Stopped' }
        if ($chosen.start -eq 'off' -and $name -eq 'KDC') { $world.machines['dc1'].services[$name].start = 'Disabled' }
    }
}
$script:DirectorySwitches = [ordered]@{ services = 'run', 'one stopped', 'all stopped'; start = 'as set up', 'off'; controllers = 'one', 'two' }
$script:StartsByItself = { param($world) foreach ($name in 'NTDS', 'DNS', 'Netlogon', 'KDC') { Assert-Same $world.machines['dc1'].services[$name].start 'Automatic' "the start type of $name" } }
Add-Pairs -Plan 'ActiveDirectory/CheckDomainController' -On 'dc1' -World $script:DirectoryAsIt -Switches $script:DirectorySwitches -Refused { param($chosen) if ($chosen.services -ne 'run') { 'does not run: its service' } }
Add-Pairs -Plan 'ActiveDirectory/StopDomainController' -On 'dc1' -World $script:DirectoryAsIt -Switches $script:DirectorySwitches -Then {
    param($world)
    foreach ($name in 'NTDS', 'DNS', 'Netlogon', 'KDC') { Assert-Same $world.machines['dc1'].services[$name].status 'Stopped' "the service $name" }
}
Add-Pairs -Plan 'ActiveDirectory/StartDomainController' -On 'dc1' -World $script:DirectoryAsIt -Switches $script:DirectorySwitches -Then { param($world, $run) if (-not $run.Failed) { & $script:Runs $world } } `
    -Refused { param($chosen) if ($chosen.start -eq 'off' -and $chosen.services -eq 'all stopped') { 'cannot be started' } }
Add-Pairs -Plan 'ActiveDirectory/RepairDomainController' -On 'dc1' -World $script:DirectoryAsIt -Switches $script:DirectorySwitches -Then { param($world) & $script:Runs $world; & $script:StartsByItself $world }
Add-Pairs -Plan 'ActiveDirectory/CompareDomainController' -On 'dc1' -World $script:DirectoryAsIt -Switches $script:DirectorySwitches `
    -Then { param($world, $run, $chosen) Assert-Same ("$($run.Output)" -ne '') ($chosen.start -eq 'off') 'that it tells of a difference' }
Add-Pairs -Plan 'ActiveDirectory/UpdateDomainController' -On 'dc1' -World $script:DirectoryAsIt -Switches $script:DirectorySwitches -Then $script:StartsByItself
