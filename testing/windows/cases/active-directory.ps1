# Plans of ActiveDirectory: controllers, their services, users.

$script:Domain = { param($world) Add-Domain $world 'corp.example' 'dc1' '10.0.0.10' -Password $script:Nasty }
$script:TwoControllers = {
    param($world)
    $domain = Add-Domain $world 'corp.example' 'dc1' '10.0.0.10' -Password $script:Nasty
    $other = Add-Machine $world 'dc2' '10.0.0.11' -NameServers '10.0.0.10'
    foreach ($feature in 'AD-Domain-Services', 'DNS', 'RSAT-AD-PowerShell', 'RSAT-DNS-Server') { $other.features[$feature] = $true }
    Add-ControllerRole $world $domain $other
}
$script:RecoveryPassword = 'Rec"ov''er$y`%1&; ü'

Add-Case -Plan 'ActiveDirectory/CreatePrimaryDC' -Name 'a new domain' -On 'dc1' -Arguments @{ domain = 'corp.example'; recoveryPassword = $script:RecoveryPassword } `
    -World { param($world) Add-Machine $world 'dc1' '10.0.0.10' -NameServers '192.0.2.53' -Password $script:Nasty } -Then {
    param($world)
    $domain = $world.domains['corp.example']
    Assert-That ($null -ne $domain) 'the domain is there'
    Assert-Same $domain.netbios 'CORP' 'its NetBIOS name'
    Assert-Same $domain.recovery $script:RecoveryPassword 'the recovery password'
    Assert-Same $domain.users['Administrator'].password $script:Nasty 'the password of its administrator'
    Assert-Same $world.machines['dc1'].role 5 'the role: primary controller'
}
Add-Case -Plan 'ActiveDirectory/CreatePrimaryDC' -Name 'whose first label is long' -On 'dc1' -Arguments @{ domain = 'a-very-long-label.example'; recoveryPassword = $script:RecoveryPassword } `
    -World { param($world) Add-Machine $world 'dc1' '10.0.0.10' -Password $script:Nasty } -Then { param($world) Assert-Same $world.domains['a-very-long-label.example'].netbios 'A-VERY-LONG-LAB' 'its NetBIOS name' }
Add-Case -Plan 'ActiveDirectory/CreatePrimaryDC' -Name 'on Server Core' -On 'dc1' -Arguments @{ domain = 'corp.example'; recoveryPassword = $script:RecoveryPassword } `
    -World { param($world) Add-Machine $world 'dc1' '10.0.0.10' -Password $script:Nasty -Core } -Then { param($world) Assert-Same $world.machines['dc1'].role 5 'the role' }
Add-Case -Plan 'ActiveDirectory/CreatePrimaryDC' -Name 'on a controller of another domain' -On 'dc1' -World $script:Domain `
    -Arguments @{ domain = 'other.example'; recoveryPassword = $script:RecoveryPassword } -Refused "controller of 'corp.example' already"

Add-Case -Plan 'ActiveDirectory/CreateSecondaryDC' -Name 'a member' -On 'web1' -World $script:MemberServer `
    -Arguments @{ domain = 'corp.example'; domainAdminUser = 'Administrator'; domainAdminPassword = $script:Nasty; recoveryPassword = $script:RecoveryPassword } -Then {
    param($world)
    Assert-Same $world.machines['web1'].role 4 'the role: controller'
    Assert-That ($null -ne $world.domains['corp.example'].controllers['web1']) 'the directory knows it'
    Assert-Same $world.machines['web1'].recovery $script:RecoveryPassword 'the recovery password'
}
Add-Case -Plan 'ActiveDirectory/CreateSecondaryDC' -Name 'with a wrong password' -On 'web1' -World $script:MemberServer `
    -Arguments @{ domain = 'corp.example'; domainAdminUser = 'Administrator'; domainAdminPassword = 'wrong-Passw0rd'; recoveryPassword = $script:RecoveryPassword } -Refused 'The user name or password is incorrect'
Add-Case -Plan 'ActiveDirectory/CreateSecondaryDC' -Name 'no member' -On 'web1' -World $script:WorkgroupServer `
    -Arguments @{ domain = 'corp.example'; domainAdminUser = 'Administrator'; domainAdminPassword = $script:Nasty; recoveryPassword = $script:RecoveryPassword } -Refused 'is not a member'

Add-Case -Plan 'ActiveDirectory/AskDnsIp' -Name 'right after the restart' -On 'dc1' -World {
    param($world)
    & $script:Domain $world
    $world.machines['dc1'].readyAt = $world.clock.AddSeconds(120)
} -Then { param($world, $run) Assert-Same ($run.Output -join ' ') '10.0.0.10' 'the address' }

$script:Runs = { param($world) foreach ($name in 'NTDS', 'DNS', 'Netlogon', 'KDC') { Assert-Same $world.machines['dc1'].services[$name].status 'Running' "the service $name" } }
$script:Stopped = {
    param($world)
    & $script:Domain $world
    foreach ($name in 'NTDS', 'DNS', 'Netlogon', 'KDC') { $world.machines['dc1'].services[$name].status = 'Stopped' }
}
Add-Case -Plan 'ActiveDirectory/CheckDomainController' -Name 'that runs' -On 'dc1' -World $script:Domain
Add-Case -Plan 'ActiveDirectory/CheckDomainController' -Name 'that is stopped' -On 'dc1' -World $script:Stopped -Refused 'does not run: its service'
Add-Case -Plan 'ActiveDirectory/StopDomainController' -Name 'that runs' -On 'dc1' -World $script:Domain -Then { param($world) foreach ($name in 'NTDS', 'DNS', 'Netlogon', 'KDC') { Assert-Same $world.machines['dc1'].services[$name].status 'Stopped' "the service $name" } }
Add-Case -Plan 'ActiveDirectory/StartDomainController' -Name 'that is stopped' -On 'dc1' -World $script:Stopped -Then $script:Runs
Add-Case -Plan 'ActiveDirectory/RepairDomainController' -Name 'whose name server is off' -On 'dc1' -World {
    param($world)
    & $script:Domain $world
    $world.machines['dc1'].services['DNS'] = @{ status = 'Stopped'; start = 'Disabled'; account = 'LocalSystem' }
} -Then { param($world) & $script:Runs $world; Assert-Same $world.machines['dc1'].services['DNS'].start 'Automatic' 'its start type' }
Add-Case -Plan 'ActiveDirectory/CompareDomainController' -Name 'as it was set up' -On 'dc1' -World $script:Domain -Then { param($world, $run) Assert-Same ($run.Output -join ' ') '' 'what differs' }
Add-Case -Plan 'ActiveDirectory/CompareDomainController' -Name 'whose name server is off' -On 'dc1' -World {
    param($world)
    & $script:Domain $world
    $world.machines['dc1'].services['DNS'].start = 'Disabled'
} -Then { param($world, $run) Assert-That ("$($run.Output)" -match 'service DNS does not start') 'it tells of the name server' }
Add-Case -Plan 'ActiveDirectory/UpdateDomainController' -Name 'whose name server is off' -On 'dc1' -World {
    param($world)
    & $script:Domain $world
    $world.machines['dc1'].services['DNS'].start = 'Disabled'
} -Then { param($world) Assert-Same $world.machines['dc1'].services['DNS'].start 'Automatic' 'its start type' }

$script:MayUse = {
    param($world, $run, $name)
    $user = $world.domains['corp.example'].users[$name]
    Assert-That ($null -ne $user) 'the account is there'
    Assert-That $user.enabled 'it may sign in'
    Assert-Same $user.password $script:Nasty 'its password'
    Assert-That $user.mustChange 'it chooses a new password'
}
# an account that nobody can have used is made anew, with another identifier
Add-Case -Plan 'ActiveDirectory/CreateDomainUser' -Name 'somebody' -On 'dc1' -Volatile '/sid = ' -World $script:Domain -Arguments @{ user = 'anna.mueller'; password = $script:Nasty } -Then { param($world, $run) & $script:MayUse $world $run 'anna.mueller' }
Add-Case -Plan 'ActiveDirectory/CreateDomainUser' -Name 'with an apostrophe, blanks and brackets' -On 'dc1' -Volatile '/sid = ' -World $script:Domain -Arguments @{ user = 'O''Brien (ü) & $x'; password = $script:Nasty } `
    -Then { param($world, $run) & $script:MayUse $world $run 'O''Brien (ü) & $x' }
Add-Case -Plan 'ActiveDirectory/CreateDomainUser' -Name 'with a password that is refused' -On 'dc1' -World $script:Domain -Arguments @{ user = 'anna.mueller'; password = 'simple' } `
    -Refused 'does not meet the length' -Then { param($world) Assert-That ($null -eq $world.domains['corp.example'].users['anna.mueller']) 'no half account stays behind' }

$script:GoneController = {
    param($world)
    & $script:TwoControllers $world
    $world.machines.Remove('dc2')
}
$script:Forgotten = {
    param($world)
    $domain = $world.domains['corp.example']
    Assert-That ($null -eq $domain.controllers['dc2']) 'the directory has no such controller'
    Assert-That ($null -eq $domain.computers['dc2']) 'the directory has no such computer'
    Assert-That (@($domain.objects.Keys | Where-Object { $_ -like '*CN=dc2,*' }).Count -eq 0) 'no object of it stays'
    $records = @($domain.zones.Values | ForEach-Object { $_ } | Where-Object { $_.host -eq 'dc2' -or $_.data -like 'dc2.*' })
    Assert-That ($records.Count -eq 0) "no record of it stays in DNS: $(($records | ForEach-Object { "$($_.host) $($_.type)" }) -join ', ')"
    Assert-That ($null -ne $domain.controllers['dc1']) 'the other stays'
}
Add-Case -Plan 'ActiveDirectory/ForgetControllers' -Name 'whose machine is deleted' -On 'dc1' -World $script:GoneController -Arguments @{ domain = 'corp.example'; controllers = @('dc1') } -Then $script:Forgotten
Add-Case -Plan 'ActiveDirectory/ForgetControllers' -Name 'whose address another machine has now' -On 'dc1' -Arguments @{ domain = 'corp.example'; controllers = @('dc1') } -Then $script:Forgotten -World {
    param($world)
    & $script:GoneController $world
    Add-Machine $world 'web7' '10.0.0.11'
}
Add-Case -Plan 'ActiveDirectory/ForgetControllers' -Name 'that still answers' -On 'dc1' -World $script:TwoControllers -Arguments @{ domain = 'corp.example'; controllers = @('dc1') } `
    -Refused 'still answers' -Then { param($world) Assert-That ($null -ne $world.domains['corp.example'].controllers['dc2']) 'it stays' }
Add-Case -Plan 'ActiveDirectory/ForgetControllers' -Name 'none is gone' -On 'dc1' -World $script:TwoControllers -Arguments @{ domain = 'corp.example'; controllers = @('dc1', 'dc2') } `
    -Then { param($world) Assert-Same $world.domains['corp.example'].controllers.Count 2 'the controllers' }
