# Accounts of machines in a domain: whose they are, when they go, and where they stand; restarts that Windows waits for;
# controllers that ask each other.

$script:Taken = {
    param($world, [string] $by = 'S-1-5-32-544')
    & $script:WorkgroupServer $world
    $domain = $world.domains['corp.example']
    $domain.computers['web1'] = @{ sid = 'S-1-5-21-77-88-2-1500'; dn = 'CN=web1,CN=Computers,DC=corp,DC=example'; enabled = $true; trust = 'of before'; by = $by }
    $domain.objects['CN=web1,CN=Computers,DC=corp,DC=example'] = @{ class = 'computer'; protected = $false }
}
Add-Case -Plan 'Core/JoinDomain' -Name 'takes no name of a server that is there' -On 'web1' -World $script:Taken -Arguments $script:JoinArguments `
    -Refused 'account ''web1'' already that is not of this machine' -Then {
    param($world)
    Assert-Same $world.machines['web1'].domain '' 'its domain'
    Assert-Same $world.domains['corp.example'].computers['web1'].trust 'of before' 'the trust of the other server'
}
# an account of one's own that cannot be removed is used again
Add-Case -Plan 'Core/JoinDomain' -Name 'set up again, with the account that was its own' -Volatile 'computers/web1/sid = ' -On 'web1' -World $script:Taken -Then $script:IsMember `
    -Arguments (@{} + $script:JoinArguments | ForEach-Object { $_.ownAccount = 'S-1-5-21-77-88-2-1500'; $_ })
Add-Case -Plan 'Core/JoinDomain' -Name 'new, where an earlier machine of its environment had its name' -Volatile 'computers/web1/sid = ' -On 'web1' -World $script:Taken -Then $script:IsMember `
    -Arguments (@{} + $script:JoinArguments | ForEach-Object { $_.ownAccount = @('S-1-5-21-77-88-2-1400', 'S-1-5-21-77-88-2-1500'); $_ })
Add-Case -Plan 'Core/JoinDomain' -Name 'set up again, a member from before accounts were noted' -Volatile 'computers/web1/sid = ' -On 'web1' -World $script:Taken -Then $script:IsMember `
    -Arguments (@{} + $script:JoinArguments | ForEach-Object { $_.ownAccount = 'by name'; $_ })
Add-Case -Plan 'Core/JoinDomain' -Name 'into an organizational unit with brackets' -On 'web1' -World {
    param($world)
    & $script:WorkgroupServer $world
    $world.domains['corp.example'].objects['OU=Servers [web],DC=corp,DC=example'] = @{ class = 'organizationalUnit'; protected = $false }
} -Arguments (@{} + $script:JoinArguments | ForEach-Object { $_.organizationalUnit = 'OU=Servers [web],DC=corp,DC=example'; $_ }) -Then {
    param($world)
    & $script:IsMember $world
    Assert-Same $world.domains['corp.example'].computers['web1'].dn 'CN=web1,OU=Servers [web],DC=corp,DC=example' 'where its account is'
}
Add-Case -Plan 'Core/JoinDomain' -Name 'into an organizational unit that is not there' -On 'web1' -World $script:WorkgroupServer -Refused 'cannot find the file' `
    -Arguments (@{} + $script:JoinArguments | ForEach-Object { $_.organizationalUnit = 'OU=Nowhere,DC=corp,DC=example'; $_ })

# an account that is protected from deletion is used again where it is, and nowhere else
$script:TakenForGood = {
    param($world)
    & $script:Taken $world
    $domain = $world.domains['corp.example']
    $domain.objects['CN=web1,CN=Computers,DC=corp,DC=example'].protected = $true
    $domain.objects['OU=Servers [web],DC=corp,DC=example'] = @{ class = 'organizationalUnit'; protected = $false }
}
Add-Case -Plan 'Core/JoinDomain' -Name 'set up again, with an account that nobody may delete' -On 'web1' -World $script:TakenForGood -Then {
    param($world)
    & $script:IsMember $world
    Assert-Same $world.domains['corp.example'].computers['web1'].sid 'S-1-5-21-77-88-2-1500' 'its account'
} -Arguments (@{} + $script:JoinArguments | ForEach-Object { $_.ownAccount = 'S-1-5-21-77-88-2-1500'; $_ })
Add-Case -Plan 'Core/JoinDomain' -Name 'into another organizational unit than that of such an account' -On 'web1' -World $script:TakenForGood -Refused 'a computer that joins moves no account' `
    -Arguments (@{} + $script:JoinArguments | ForEach-Object { $_.ownAccount = 'S-1-5-21-77-88-2-1500'; $_.organizationalUnit = 'OU=Servers [web],DC=corp,DC=example'; $_ })

# a machine that was put back to an earlier state: the domain has another password of it
$script:Untrusted = {
    param($world)
    & $script:MemberServer $world
    $world.machines['web1'].trust = 'of an earlier state'
}
Add-Case -Plan 'Core/JoinDomain' -Name 'a member that its domain does not know any more' -On 'web1' -World $script:Untrusted -Arguments $script:JoinArguments -Then $script:IsMember
Add-Case -Plan 'Core/JoinDomain' -Name 'a member whose account was removed' -On 'web1' -Arguments $script:JoinArguments -Refused 'do not trust each other any more.*Cannot find the computer account' -World {
    param($world)
    & $script:Untrusted $world
    $world.domains['corp.example'].computers.Remove('web1')
}
Add-Case -Plan 'Core/JoinDomain' -Name 'a member that is not trusted, by a wrong password' -On 'web1' -World $script:Untrusted -Refused 'The user name or password is incorrect' `
    -Arguments (@{} + $script:JoinArguments | ForEach-Object { $_.domainAdminPassword = 'wrong-Passw0rd'; $_ })

# the name server knows of the domain already, its directory starts once more
Add-Case -Plan 'Core/JoinDomain' -Name 'while the controller starts once more' -On 'web1' -Arguments $script:JoinArguments -Then $script:IsMember -World {
    param($world)
    & $script:WorkgroupServer $world
    $world.machines['dc1'].services['NTDS'].status = 'Stopped'
    $world.machines['dc1'].backAt = $world.clock.AddSeconds(75)
}

$script:WaitsForRestart = {
    param($world)
    & $script:WorkgroupServer $world
    $world.machines['web1'].registry['HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\Component Based Servicing\RebootPending'] = @{}
}
Add-Case -Plan 'Core/JoinDomain' -Name 'while a restart is pending' -On 'web1' -World $script:WaitsForRestart -Arguments $script:JoinArguments -Refused 'restart is pending'
Add-Case -Plan 'ActiveDirectory/CreatePrimaryDC' -Name 'while a restart is pending' -On 'web1' -World $script:WaitsForRestart -Refused 'restart is pending' `
    -Arguments @{ domain = 'other.example'; recoveryPassword = $script:Nasty }
Add-Case -Plan 'Web/InstallIIS' -Name 'while a restart is pending' -On 'web1' -World $script:WaitsForRestart -Arguments @{ siteTitle = 'Hello' } -Refused 'restart is pending'

$script:AccountArguments = @{ domain = 'corp.example'; domainAdminUser = 'Administrator'; domainAdminPassword = $script:Nasty; accounts = @('S-1-5-21-77-88-2-1500', 'S-1-5-21-77-88-2-1501'); kept = @('S-1-5-21-77-88-2-1501') }
$script:Gone = {
    param($world)
    & $script:Taken $world
    $domain = $world.domains['corp.example']
    $domain.computers['web2'] = @{ sid = 'S-1-5-21-77-88-2-1501'; dn = 'CN=web2,CN=Computers,DC=corp,DC=example'; enabled = $true; trust = 'x'; by = 'S-1-5-32-544' }
    $domain.objects['CN=web2,CN=Computers,DC=corp,DC=example'] = @{ class = 'computer'; protected = $false }
}
Add-Case -Plan 'Core/RemoveComputers' -Name 'of a machine that is gone, and of no other' -On 'dc1' -World $script:Gone -Arguments $script:AccountArguments -Then {
    param($world)
    $domain = $world.domains['corp.example']
    Assert-That ($null -eq $domain.computers['web1']) 'the account of the machine that is gone is no more'
    Assert-That ($null -ne $domain.computers['web2']) 'that of the machine that stays is there'
    Assert-That ($null -ne $domain.computers['dc1']) 'that of the controller is there'
}
Add-Case -Plan 'Core/RemoveComputers' -Name 'by an account that may not' -On 'dc1' -Refused 'Access is denied' -World {
    param($world)
    & $script:Gone $world
    $domain = $world.domains['corp.example']
    $domain.users['joiner'] = @{ sid = New-DomainSid $domain; password = $script:Nasty; enabled = $true; groups = @('513'); dn = 'CN=joiner' }
} -Arguments (@{} + $script:AccountArguments | ForEach-Object { $_.domainAdminUser = 'joiner'; $_ })
# where the account cannot be removed the machine leaves all the same, and the account stays
Add-Case -Plan 'Core/LeaveDomain' -Name 'and takes its account with it' -On 'web1' -Columns 'first', 'second', 'killed', 'German' -World {
    param($world)
    & $script:MemberServer $world
    $world.domains['corp.example'].computers['web1'].sid = 'S-1-5-21-77-88-2-1500'
} -Arguments (@{} + $script:LeaveArguments | ForEach-Object { $_.ownAccount = 'S-1-5-21-77-88-2-1500'; $_ }) -Then {
    param($world)
    & $script:IsAlone $world
    Assert-That ($null -eq $world.domains['corp.example'].computers['web1']) 'the domain has no such account any more'
}

Add-Case -Plan 'ActiveDirectory/AskEachOther' -Name 'of two' -On 'dc1' -World $script:TwoControllers -Arguments @{ others = @('10.0.0.11') } `
    -Then { param($world) Assert-Same ($world.machines['dc1'].adapters[0].dns -join ' ') '10.0.0.11 127.0.0.1' 'whom it asks' }
Add-Case -Plan 'ActiveDirectory/AskEachOther' -Name 'left alone' -On 'dc1' -World $script:TwoControllers -Arguments @{ others = @() } `
    -Then { param($world) Assert-Same ($world.machines['dc1'].adapters[0].dns -join ' ') '127.0.0.1' 'whom it asks' }
