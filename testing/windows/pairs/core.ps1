# Switches of Core: whose account joins, where to, what was there before; who answers.

# an account of one's own that may not be removed is used again, where it is in the organizational unit that was given
Add-Pairs -Plan 'Core/JoinDomain' -On 'web1' -Switches ([ordered]@{
        unit = 'none', 'with brackets'
        account = 'none', 'its own', 'an earlier one', 'by name'
        user = 'plain', 'with its short domain', 'with its long domain'
        controllers = 'one', 'two'
        asks = 'the controller', 'another', 'nobody'
    }) -World {
    param($world, $chosen)
    if ($chosen.account -eq 'none') { & $script:WorkgroupServer $world } else { & $script:Taken $world }
    $world.domains['corp.example'].objects['OU=Servers [web],DC=corp,DC=example'] = @{ class = 'organizationalUnit'; protected = $false }
    $world.machines['web1'].adapters[0].dns = @{ 'the controller' = @('10.0.0.10'); another = @('192.0.2.53'); nobody = @() }[$chosen.asks]
} -Arguments {
    param($chosen)
    @{
        domain = 'corp.example'; domainAdminUser = $script:WhoJoins[$chosen.user]; domainAdminPassword = $script:Nasty
        domainControllerIp = @{ one = @('10.0.0.10'); two = @('10.0.0.10', '10.0.0.11') }[$chosen.controllers]
        organizationalUnit = @{ none = ''; 'with brackets' = 'OU=Servers [web],DC=corp,DC=example' }[$chosen.unit]
        ownAccount = @{ none = ''; 'its own' = 'S-1-5-21-77-88-2-1500'; 'an earlier one' = @('S-1-5-21-77-88-2-1400', 'S-1-5-21-77-88-2-1500'); 'by name' = 'by name' }[$chosen.account]
    }
} -Volatile 'computers/web1/sid = ' -Then {
    param($world, $run, $chosen)
    & $script:IsMember $world
    $place = @{ none = 'CN=Computers,DC=corp,DC=example'; 'with brackets' = 'OU=Servers [web],DC=corp,DC=example' }[$chosen.unit]
    Assert-Same $world.domains['corp.example'].computers['web1'].dn "CN=web1,$place" 'where its account is'
}

Add-Pairs -Plan 'Core/LeaveDomain' -On 'web1' -Switches ([ordered]@{
        administrator = 'known', 'not known', 'with another password'
        account = 'its own', 'none', 'of another'
        domain = 'answers', 'does not'
    }) -World {
    param($world, $chosen)
    & $script:MemberServer $world
    if ($chosen.account -eq 'its own') { $world.domains['corp.example'].computers['web1'].sid = 'S-1-5-21-77-88-2-1500' }
    $world.machines['dc1'].up = $chosen.domain -eq 'answers'
} -Arguments {
    param($chosen)
    @{
        domain = 'corp.example'; domainAdminUser = $(if ($chosen.administrator -eq 'not known') { '' } else { 'Administrator' })
        domainAdminPassword = @{ known = $script:Nasty; 'not known' = ''; 'with another password' = 'wrong-Passw0rd' }[$chosen.administrator]
        ownAccount = $(if ($chosen.account -eq 'none') { '' } else { 'S-1-5-21-77-88-2-1500' })
    }
} -Then {
    param($world, $run, $chosen)
    & $script:IsAlone $world
    $account = $world.domains['corp.example'].computers['web1']
    if ($chosen.domain -eq 'does not' -or $chosen.administrator -ne 'known') { Assert-That $account.enabled 'the account stays as it was' }
    elseif ($chosen.account -eq 'its own') { Assert-That ($null -eq $account) 'the account goes with it' }
    else { Assert-That (-not $account.enabled) 'the account is of no use any more' }
} -Columns 'first', 'second', 'killed', 'German'

Add-Pairs -Plan 'Core/RemoveComputers' -On 'dc1' -World $script:Gone -Switches ([ordered]@{
        accounts = 'the first', 'both', 'both and one that is gone'
        kept = 'none', 'the second'
        user = 'plain', 'with its short domain', 'with its long domain'
    }) -Arguments {
    param($chosen)
    $first = 'S-1-5-21-77-88-2-1500'
    $second = 'S-1-5-21-77-88-2-1501'
    @{
        domain = 'corp.example'; domainAdminUser = $script:WhoJoins[$chosen.user]; domainAdminPassword = $script:Nasty
        accounts = @{ 'the first' = @($first); both = @($first, $second); 'both and one that is gone' = @('S-1-5-21-77-88-2-1400', $first, $second) }[$chosen.accounts]
        kept = @{ none = @(); 'the second' = @($second) }[$chosen.kept]
    }
} -Then {
    param($world, $run, $chosen)
    $domain = $world.domains['corp.example']
    Assert-That ($null -eq $domain.computers['web1']) 'the first is no more'
    Assert-Same ($null -eq $domain.computers['web2']) ($chosen.kept -eq 'none' -and $chosen.accounts -ne 'the first') 'that the second is no more'
}

Add-Pairs -Plan 'Core/SetNameServers' -On 'web1' -Switches ([ordered]@{ servers = 'one', 'two'; before = 'none', 'the same', 'others'; machine = 'in a workgroup', 'a member' }) -World {
    param($world, $chosen)
    & $(if ($chosen.machine -eq 'a member') { $script:MemberServer } else { $script:WorkgroupServer }) $world
    $same = if ($chosen.servers -eq 'two') { @('10.0.0.10', '10.0.0.11') } else { @('10.0.0.11') }
    $world.machines['web1'].adapters[0].dns = @{ none = @(); 'the same' = $same; others = @('192.0.2.53') }[$chosen.before]
} -Arguments { param($chosen) @{ nameServers = @{ one = @('10.0.0.11'); two = @('10.0.0.10', '10.0.0.11') }[$chosen.servers] } } -Then {
    param($world, $run, $chosen)
    Assert-Same ($world.machines['web1'].adapters[0].dns -join ' ') @{ one = '10.0.0.11'; two = '10.0.0.10 10.0.0.11' }[$chosen.servers] 'its name servers'
}

Add-Pairs -Plan 'Core/SetPassword' -On 'web1' -Switches ([ordered]@{ machine = 'in a workgroup', 'a member'; administrator = 'may sign in', 'is disabled'; name = 'its own', 'another' }) -World {
    param($world, $chosen)
    & $(if ($chosen.machine -eq 'a member') { $script:MemberServer } else { $script:WorkgroupServer }) $world
    $users = $world.machines['web1'].users
    $known = @($users.Keys)[0]
    $users[$known].enabled = $chosen.administrator -eq 'may sign in'
    if ($chosen.name -eq 'another') { $users['Chef d''équipe'] = $users[$known]; $users.Remove($known) }
} -Arguments { @{ adminPassword = $script:Nasty } } -Then {
    param($world)
    $user = @($world.machines['web1'].users.Values | Where-Object { $_.sid -like '*-500' })[0]
    Assert-Same $user.password $script:Nasty 'the password of the built-in administrator'
    Assert-That $user.enabled 'it may sign in'
}
Add-Pairs -Plan 'Core/Restart' -On 'web1' -Columns 'first', 'second', 'German' -Switches ([ordered]@{ restart = 'is pending', 'is not pending'; machine = 'in a workgroup', 'a member' }) -World {
    param($world, $chosen)
    & $(if ($chosen.machine -eq 'a member') { $script:MemberServer } else { $script:WaitsForRestart }) $world
    $world.machines['web1'].restartNeeded = $chosen.restart -eq 'is pending'
} -Then {
    param($world)
    Assert-That (-not $world.machines['web1'].restartNeeded) 'no restart is pending'
    Assert-Same @($world.machines['web1'].registry.Keys | Where-Object { $_ -like '*RebootPending' }).Count 0 'the marks of a restart'
}
