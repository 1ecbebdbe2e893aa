# Plans of Core: passwords, name servers, joining and leaving a domain.

$script:JoinArguments = @{ domain = 'corp.example'; domainControllerIp = @('10.0.0.10'); domainAdminUser = 'Administrator'; domainAdminPassword = $script:Nasty; organizationalUnit = ''; ownAccount = '' }

Add-Case -Plan 'Core/SetPassword' -Name 'of a server in a workgroup' -On 'web1' -World { param($world) Add-Machine $world 'web1' '10.0.0.21' } `
    -Arguments @{ adminPassword = $script:Nasty } -Then {
    param($world)
    $user = @($world.machines['web1'].users.Values | Where-Object { $_.sid -like '*-500' })[0]
    Assert-Same $user.password $script:Nasty 'the password of the built-in Administrator'
    Assert-That ($user.enabled -and $user.neverExpires) 'the account can be used, and for good'
}
Add-Case -Plan 'Core/SetPassword' -Name 'of a controller is that of its domain' -On 'dc1' -World { param($world) Add-Domain $world 'corp.example' 'dc1' '10.0.0.10' } `
    -Arguments @{ adminPassword = $script:Nasty } -Then { param($world) Assert-Same $world.domains['corp.example'].users['Administrator'].password $script:Nasty 'the password of the domain' }
Add-Case -Plan 'Core/SetPassword' -Name 'one that is too simple is refused' -On 'web1' -World { param($world) Add-Machine $world 'web1' '10.0.0.21' } `
    -Arguments @{ adminPassword = 'simple' } -Refused 'does not meet the password policy requirements' -Then {
    param($world)
    Assert-Same @($world.machines['web1'].users.Values)[0].password 'Image-Passw0rd' 'the password, which stays'
}

Add-Case -Plan 'Core/SetNameServers' -Name 'two of them' -On 'web1' -World $script:MemberServer -Arguments @{ nameServers = @('10.0.0.10', '10.0.0.11') } `
    -Then { param($world) Assert-Same ($world.machines['web1'].adapters[0].dns -join ' ') '10.0.0.10 10.0.0.11' 'its name servers' }
Add-Case -Plan 'Core/SetNameServers' -Name 'one of them' -On 'web1' -World $script:MemberServer -Arguments @{ nameServers = @('10.0.0.11') } `
    -Then { param($world) Assert-Same ($world.machines['web1'].adapters[0].dns -join ' ') '10.0.0.11' 'its name servers' }
Add-Case -Plan 'Core/SetNameServers' -Name 'a name is no address' -On 'web1' -World $script:MemberServer -Arguments @{ nameServers = @('dc1') } -Refused "'dc1' is not an address"

$script:IsMember = {
    param($world)
    $machine = $world.machines['web1']
    Assert-Same $machine.domain 'corp.example' 'its domain'
    Assert-Same $machine.role 3 'its role: a member'
    Assert-That ($world.domains['corp.example'].computers['web1'].enabled) 'the domain has its account'
    Assert-Same $world.domains['corp.example'].computers['web1'].trust $machine.trust 'the trust between the two'
}
Add-Case -Plan 'Core/JoinDomain' -Name 'a server of a workgroup' -On 'web1' -World $script:WorkgroupServer -Arguments $script:JoinArguments -Then $script:IsMember
Add-Case -Plan 'Core/JoinDomain' -Name 'that asks another name server so far' -On 'web1' -Arguments $script:JoinArguments -Then $script:IsMember -World {
    param($world)
    & $script:WorkgroupServer $world
    $world.machines['web1'].adapters[0].dns = @('192.0.2.53')
}
Add-Case -Plan 'Core/JoinDomain' -Name 'by a user who may join' -On 'web1' -Then $script:IsMember -World {
    param($world)
    & $script:WorkgroupServer $world
    $domain = $world.domains['corp.example']
    $domain.users[$script:NastyUser] = @{ sid = New-DomainSid $domain; password = $script:Nasty; enabled = $true; groups = @('513'); dn = 'CN=joiner' }
} -Arguments @{ domain = 'corp.example'; domainControllerIp = @('10.0.0.10'); domainAdminUser = $script:NastyUser; domainAdminPassword = $script:Nasty; organizationalUnit = ''; ownAccount = '' }
Add-Case -Plan 'Core/JoinDomain' -Name 'with a wrong password' -On 'web1' -World $script:WorkgroupServer -Refused 'The user name or password is incorrect' `
    -Arguments (@{} + $script:JoinArguments + @{ } | ForEach-Object { $_.domainAdminPassword = 'wrong-Passw0rd'; $_ }) -Then { param($world) Assert-Same $world.machines['web1'].domain '' 'its domain' }
Add-Case -Plan 'Core/JoinDomain' -Name 'while no name server answers' -On 'web1' -Arguments $script:JoinArguments -Refused 'timeout period expired' -World {
    param($world)
    & $script:WorkgroupServer $world
    $world.machines['dc1'].up = $false
}
Add-Case -Plan 'Core/JoinDomain' -Name 'takes nobody''s name' -On 'web1' -Arguments $script:JoinArguments -Refused 'web1' -World {
    param($world)
    & $script:WorkgroupServer $world
    # a server of the company that has that name already, and is alive
    $domain = $world.domains['corp.example']
    $domain.computers['web1'] = @{ sid = New-DomainSid $domain; dn = 'CN=web1,CN=Computers,DC=corp,DC=example'; enabled = $true; trust = 'of the other'; by = 'somebody' }
    $domain.objects['CN=web1,CN=Computers,DC=corp,DC=example'] = @{ class = 'computer'; protected = $false }
} -Then { param($world) Assert-Same $world.domains['corp.example'].computers['web1'].trust 'of the other' 'the trust of the server that was there' }

$script:IsAlone = {
    param($world)
    Assert-Same $world.machines['web1'].domain '' 'its domain'
    Assert-Same $world.machines['web1'].role 2 'its role: alone'
}
$script:LeaveArguments = @{ domain = 'corp.example'; domainAdminUser = 'Administrator'; domainAdminPassword = $script:Nasty; ownAccount = '' }
# where the domain does not take part the machine leaves all the same, and its account stays as it was
Add-Case -Plan 'Core/LeaveDomain' -Name 'with its administrator' -Columns 'first', 'second', 'killed', 'German' -On 'web1' -World $script:MemberServer -Arguments $script:LeaveArguments -Then {
    param($world)
    & $script:IsAlone $world
    Assert-That (-not $world.domains['corp.example'].computers['web1'].enabled) 'its account is of no use any more'
}
Add-Case -Plan 'Core/LeaveDomain' -Name 'that does not answer any more' -On 'web1' -Arguments $script:LeaveArguments -Then $script:IsAlone -World {
    param($world)
    & $script:MemberServer $world
    $world.machines['dc1'].up = $false
}
Add-Case -Plan 'Core/LeaveDomain' -Name 'whose administrator is not known' -On 'web1' -World $script:MemberServer -Then $script:IsAlone `
    -Arguments @{ domain = 'corp.example'; domainAdminUser = ''; domainAdminPassword = ''; ownAccount = '' }
