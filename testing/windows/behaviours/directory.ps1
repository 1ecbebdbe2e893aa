# Domains: joining, leaving, controllers, and what the directory says.

# ---- joining and leaving
# https://learn.microsoft.com/windows/win32/netmgmt/network-management-error-codes and the reports named below
function Stop-Join($Machine, [string] $Domain, [string] $Words, [string] $Source) {
    # the frame of the sentence; $Source is where the words in it are from
    Stop-Call -Source "join-words, $Source" -Message "Computer '$($Machine.name)' failed to join domain '$Domain' from its current workgroup '$($Machine.workgroup)' with following error message: $Words" -Id 'FailToJoinDomainFromWorkgroup'
}
Add-Behaviour 'Add-Computer' {
    param($world, $machine, $parameters)
    $name = $parameters.DomainName
    $domain = $world.domains[$name]
    # https://github.com/dsccommunity/ComputerManagementDsc/issues/68
    if ($machine.domain -eq $name) { Stop-Call -Source 'join-twice' -Message "Cannot add computer '$($machine.name)' to domain '$name' because it is already in that domain." -Id 'AddComputerToSameDomain' }
    $isFound = try { [bool](Resolve-WorldName $world $machine "_ldap._tcp.dc._msdcs.$name" 'SRV') } catch { $false }
    if (-not $domain -or -not $isFound -or -not (Find-Controller $world $domain)) { Stop-Join $machine $name 'The specified domain either does not exist or could not be contacted.' -Source 'system-errors-1300' }
    $account = Test-Credential $world $parameters.Credential.UserName (Get-PlainText $parameters.Credential.Password)
    if (-not $account) { Stop-Join $machine $name 'The user name or password is incorrect.' -Source 'system-errors-1300' }
    $known = $domain.computers[$machine.name]
    $isAdministrator = Test-DomainAdministrator $world $domain $account.user.sid
    # KB5020276: an account is used again by whoever made it or by an administrator of the domain, by nobody else
    # https://support.microsoft.com/topic/kb5020276-netjoin-domain-join-hardening-changes-2b65a0f3-1f4c-42ef-ac0f-1caaf421baf8
    if ($known -and -not $isAdministrator -and $known.by -ne $account.user.sid) { Stop-Join $machine $name 'An account with the same name exists in Active Directory. Re-using the account was blocked by security policy.' -Source 'join-reuse' }
    $container = 'CN=Computers'
    if ($parameters.OUPath) {
        if (-not $domain.objects[$parameters.OUPath]) { Stop-Join $machine $name 'The system cannot find the file specified.' -Source 'system-errors-0' }
        $container = $parameters.OUPath
        # an account is used again where it is, and moved by nobody: https://github.com/plus3it/join-domain-formula/issues/91
        if ($known -and $known.dn -ne "CN=$($machine.name),$container") { Stop-Join $machine $name 'The account already exists.' -Source 'join-elsewhere' }
    }
    $role = $machine.role
    Add-DomainMember $world $domain $machine $container $account.user.sid
    if (-not $known) { $world.created["$name $($machine.name)"] = $world.clock }
    # the machine is in its domain at once; that it is a member shows with the restart
    $machine.role = $role
    $machine.pending.join = $name
    $machine.registry[$script:PendingJoin] = @{}
    $machine.restartNeeded = $true
}
# https://learn.microsoft.com/powershell/module/microsoft.powershell.management/test-computersecurechannel?view=powershell-5.1
Add-Behaviour 'Test-ComputerSecureChannel' {
    param($world, $machine, $parameters)
    if (-not $machine.domain) { Stop-Call -Source 'secure-channel' -Message 'Cannot verify the secure channel password for the local computer. The local computer is not currently part of a domain.' -Id 'ComputerNotInDomain' }
    $domain = $world.domains[$machine.domain]
    $isFound = try { [bool](Resolve-WorldName $world $machine "_ldap._tcp.dc._msdcs.$($machine.domain)" 'SRV') } catch { $false }
    if (-not $isFound -or -not (Find-Controller $world $domain)) { Stop-Call -Source 'secure-channel' -Message 'Cannot verify the secure channel for the local computer. Operation failed with the following exception: The specified domain either does not exist or could not be contacted.' -Id 'InvalidOperationException' }
    $computer = $domain.computers[$machine.name]
    if (-not $parameters.Repair) { return [bool]($computer -and $computer.enabled -and $computer.trust -eq $machine.trust) }
    $account = Test-Credential $world $parameters.Credential.UserName (Get-PlainText $parameters.Credential.Password)
    $words = if (-not $account) { 'The user name or password is incorrect.' } elseif (-not (Test-DomainAdministrator $world $domain $account.user.sid)) { 'Access is denied.' }
    if ($words) { Stop-Call -Source 'secure-channel' -Message "Cannot reset the secure channel password for the computer account in the domain. Operation failed with the following exception: $words." -Id 'InvalidOperationException' }
    if (-not $computer) { Stop-Call -Source 'secure-channel' -Message "Cannot find the computer account for the local computer in the domain $($machine.domain)." -Id 'InvalidOperationException' }
    $computer.enabled = $true
    $machine.trust = $computer.trust = "trust-$(New-Identifier $world)"
    $true
}
Add-Behaviour 'Remove-Computer' {
    param($world, $machine, $parameters)
    if (-not $machine.domain) { Stop-Call -Source 'unjoin-words' -Message "Cannot remove computer '$($machine.name)' because it is not in a domain." -Id 'ComputerNotInDomain' }
    $domain = $world.domains[$machine.domain]
    $controller = Find-Controller $world $domain
    $account = if ($controller) { Test-Credential $world $parameters.UnjoinDomainCredential.UserName (Get-PlainText $parameters.UnjoinDomainCredential.Password) }
    if (-not $account) {
        $words = if ($controller) { 'The user name or password is incorrect.' } else { 'The specified domain either does not exist or could not be contacted.' }
        # https://github.com/PowerShell/PowerShell/blob/v6.0.0/src/Microsoft.PowerShell.Commands.Management/resources/ComputerResources.resx (FailToUnjoinDomain)
        Stop-Call -Source 'unjoin-words' -Message "Failed to unjoin computer '$($machine.name)' from domain '$($machine.domain)' with the following error message: $words" -Id 'FailToUnjoinDomain'
    }
    # NETSETUP_ACCT_DELETE disables the account: https://learn.microsoft.com/windows/win32/api/lmjoin/nf-lmjoin-netunjoindomain
    if ($domain.computers[$machine.name]) { $domain.computers[$machine.name].enabled = $false }
    Set-Left $machine $parameters.WorkgroupName
}
function Set-Left($Machine, $Workgroup) {
    if ($Workgroup) { $Machine.workgroup = $Workgroup }
    # the machine is in its workgroup at once; that it is no member shows with the restart
    $Machine.domain = ''
    $Machine.pending.leave = $true
    $Machine.restartNeeded = $true
}
Add-Behaviour 'unjoin' {
    param($world, $machine, $values)
    if (-not $machine.domain) { return 2692 }
    Set-Left $machine $null
    0
}
Add-Behaviour 'Rename-Computer' {
    param($world, $machine, $parameters)
    $machine.pending.rename = $parameters.NewName
    $machine.restartNeeded = $true
}

# ---- controllers
function Stop-Promotion([string] $Words, [string] $Source) {
    # the frame of the sentence; $Source is where the words in it are from
    Stop-Call -Source "promotion-words, $Source" -Message "Verification of prerequisites for Domain Controller promotion failed. $Words" -Id 'Test.VerifyDcPromoCore.DCPromo.General' -Terminating
}
function Assert-Promotion($Machine, $Parameters) {
    # https://github.com/ansible/ansible/issues/48867
    if ($Machine.pending.promotion) { Stop-Promotion -Source 'promotion-restart' -Words 'Role change is in progress or this computer needs to be restarted.' }
    if (-not ($Parameters.Force -or "$($Parameters.Confirm)" -eq 'False')) { Stop-Call -Source 'confirm' -Message 'Windows PowerShell is in NonInteractive mode. Read and Prompt functionality is not available.' -Terminating }
    $password = Get-PlainText $Parameters.SafeModeAdministratorPassword
    # https://learn.microsoft.com/powershell/module/addsdeployment/install-addsforest (SafeModeAdministratorPassword)
    if (-not (Test-PasswordPolicy $password '')) { Stop-Promotion -Source 'promotion-password' -Words 'The Directory Services Restore Mode password does not meet a requirement of the password filter(s). Supply a stronger password.' }
}
Add-Behaviour 'Install-ADDSForest' {
    param($world, $machine, $parameters)
    Assert-Promotion $machine $parameters
    if ($machine.domain) { Stop-Promotion -Source 'promotion-trouble' -Words 'The computer is a member of a domain; a new forest is created on a server of a workgroup.' }
    $name = $parameters.DomainName
    if ($name -notmatch '\.') { Stop-Promotion -Source 'netbios-names' -Words "The specified argument 'DomainName' is not a valid domain name." }
    $netBios = $parameters.DomainNetbiosName
    # https://learn.microsoft.com/troubleshoot/windows-server/active-directory/naming-conventions-for-computer-domain-site-ou
    if ($netBios.Length -gt 15 -or $netBios -match '[\\/:*?"<>|.]' -or $netBios -match '^\d+$') { Stop-Promotion -Source 'netbios-names' -Words "The NetBIOS name '$netBios' is not valid." }
    $administrator = @($machine.users.Values | Where-Object { $_.sid -like '*-500' })[0]
    if (-not $administrator.password) { Stop-Promotion -Source 'promotion-trouble' -Words "The local Administrator account becomes the domain Administrator account when you create a new domain. The new domain cannot be created because the local Administrator account password does not meet requirements." }
    $domain = New-Domain $world $name $netBios
    $domain.users['Administrator'].password = $administrator.password
    $domain.recovery = Get-PlainText $parameters.SafeModeAdministratorPassword
    $machine.pending.promotion = $name
    # https://learn.microsoft.com/troubleshoot/windows-server/active-directory/move-ntds-database-log-files (DSA Database file)
    $machine.registry['HKLM:\SYSTEM\CurrentControlSet\Services\NTDS\Parameters'] = @{ 'DSA Database file' = 'C:\Windows\NTDS\ntds.dit' }
    $machine.restartNeeded = $true
    [pscustomobject]@{ Status = 'Success'; RebootRequired = $true; Message = 'You must restart this computer to complete the operation.' }
}
Add-Behaviour 'Install-ADDSDomainController' {
    param($world, $machine, $parameters)
    Assert-Promotion $machine $parameters
    $domain = Find-Domain $world $parameters.DomainName
    $isFound = try { [bool](Resolve-WorldName $world $machine "_ldap._tcp.dc._msdcs.$($parameters.DomainName)" 'SRV') } catch { $false }
    # https://learn.microsoft.com/windows-server/identity/ad-ds/deploy/troubleshooting-domain-controller-deployment
    if (-not $domain -or -not $isFound -or -not (Find-Controller $world $domain)) { Stop-Promotion -Source 'promotion-trouble' -Words "An Active Directory domain controller for the domain ""$($parameters.DomainName)"" could not be contacted." }
    $account = Test-Credential $world $parameters.Credential.UserName (Get-PlainText $parameters.Credential.Password)
    if (-not $account) { Stop-Promotion -Source 'system-errors-1300' -Words 'The user name or password is incorrect.' }
    if (-not (Test-DomainAdministrator $world $domain $account.user.sid)) { Stop-Promotion -Source 'directory-rights' -Words 'Access is denied.' }
    $machine.recovery = Get-PlainText $parameters.SafeModeAdministratorPassword
    $machine.pending.promotion = $domain.name
    # https://learn.microsoft.com/troubleshoot/windows-server/active-directory/move-ntds-database-log-files (DSA Database file)
    $machine.registry['HKLM:\SYSTEM\CurrentControlSet\Services\NTDS\Parameters'] = @{ 'DSA Database file' = 'C:\Windows\NTDS\ntds.dit' }
    $machine.restartNeeded = $true
    [pscustomobject]@{ Status = 'Success'; RebootRequired = $true; Message = 'You must restart this computer to complete the operation.' }
}
# The root of the directory on this machine.
Add-Behaviour 'directory-entry' {
    param($world, $machine, $values)
    if ($values[0] -notmatch '(?i)^LDAP://(localhost/)?RootDSE$') { Stop-Case "The world cannot read the path $($values[0])." }
    # https://learn.microsoft.com/windows/win32/adsi/win32-error-codes-for-adsi (0x8007203A)
    if (-not (Test-DirectoryRuns $world $machine)) { Stop-Call -Source 'adsi-errors' -Message 'The server is not operational.' }
    @{ defaultNamingContext = ConvertTo-DomainPath $machine.domain }
}

# ---- the directory, by its web service on a controller
# https://learn.microsoft.com/powershell/module/activedirectory (Active Directory Web Services)
function Get-Directory($World, $Machine, $Parameters) {
    $domain = Get-DomainOf $World $Machine
    $controller = $null
    if ($Parameters.Server -and $World.machines[($Parameters.Server -split '\.')[0]]) {
        $controller = $World.machines[($Parameters.Server -split '\.')[0]]
        if (-not (Test-DirectoryRuns $World $controller)) { $controller = $null }
        else { $domain = Get-DomainOf $World $controller }
    }
    elseif ($domain) { $controller = Find-Controller $World $domain }
    if (-not $domain -or -not $controller) {
        Stop-Call -Source 'directory-web-services' -Message 'Unable to find a default server with Active Directory Web Services running.' -Id 'ActiveDirectoryServer:0' -Terminating
    }
    $domain
}
function Assert-DirectoryWrite($World, $Machine, $Domain) {
    # SYSTEM of a controller may do everything in its domain; SYSTEM of a member acts as its computer's account
    if ($Machine.role -ge 4 -and $script:Account -eq 'S-1-5-18') { return }
    if (-not (Test-DomainAdministrator $World $Domain)) { Stop-Call -Source 'directory-rights' -Message 'Access is denied' -Id 'ActiveDirectoryServer:8344' -Terminating }
}
function ConvertTo-AdUser($Domain, [string] $Name) {
    $user = $Domain.users[$Name]
    [pscustomobject]@{ Name = $Name; SamAccountName = $Name; DistinguishedName = $user.dn; Enabled = $user.enabled; SID = New-Object Vetro.Testing.SecurityIdentifier $user.sid; UserPrincipalName = $user.upn; PasswordLastSet = $(if ($user.password -ne '') { $script:World.clock }); ObjectClass = 'user'; LockedOut = $false; Description = $user.description }
}
# A filter as scripts write it: (property=text), with what a text must hide hidden (RFC 4515), * for any; or
# { Property -eq 'text' } with variables of the caller.
function Find-ByFilter($Names, $Parameters, [string] $Property) {
    if ($Parameters.LDAPFilter) {
        if ($Parameters.LDAPFilter -notmatch '^\((\w+)=([^()]*)\)$' -or $Matches[1] -ne $Property) {
            # https://learn.microsoft.com/powershell/module/activedirectory/about/about_activedirectory_filter
            Stop-Call -Source 'directory-filter' -Message 'The search filter cannot be recognized' -Id 'ActiveDirectoryServer:8254' -Terminating
        }
        $pattern = [wildcardpattern]::Escape($Matches[2]).Replace('`*', '*')
        $pattern = [regex]::Replace($pattern, '\\([0-9a-fA-F]{2})', { param($hit) [string][char][convert]::ToInt32($hit.Groups[1].Value, 16) })
        return @($Names | Where-Object { $_ -like $pattern })
    }
    $filter = "$($Parameters.Filter)".Trim()
    if ($filter -eq '*') { return @($Names) }
    if ($filter -notmatch "^\(?(\w+)\s+-eq\s+('([^']*)'|""([^""]*)""|\`$(\w+))\)?$") { Stop-Case "The world cannot read the filter $filter." }
    $value = if ($Matches[5]) { $script:CallerVariables.GetVariableValue($Matches[5]) } elseif ($Matches[3]) { $Matches[3] } else { $Matches[4] }
    @($Names | Where-Object { $_ -eq $value })
}
Add-Behaviour 'Get-ADUser' {
    param($world, $machine, $parameters)
    $domain = Get-Directory $world $machine $parameters
    if ($parameters.Identity) {
        $name = @($domain.users.Keys | Where-Object { $_ -eq "$($parameters.Identity)" -or $domain.users[$_].dn -eq "$($parameters.Identity)" -or $domain.users[$_].sid -eq "$($parameters.Identity)" })[0]
        # https://github.com/dsccommunity/ActiveDirectoryDsc/blob/main/source/Modules/ActiveDirectoryDsc.Common (ADIdentityNotFoundException)
        if (-not $name) { Stop-Call -Source 'directory-not-found' -Message "Cannot find an object with identity: '$($parameters.Identity)' under: '$(ConvertTo-DomainPath $domain.name)'." -Id 'ActiveDirectoryCmdlet:Microsoft.ActiveDirectory.Management.ADIdentityNotFoundException' -Terminating }
        return ConvertTo-AdUser $domain $name
    }
    foreach ($name in Find-ByFilter @($domain.users.Keys) $parameters 'sAMAccountName') { ConvertTo-AdUser $domain $name }
}
Add-Behaviour 'New-ADUser' {
    param($world, $machine, $parameters)
    $domain = Get-Directory $world $machine $parameters
    Assert-DirectoryWrite $world $machine $domain
    $name = if ($parameters.SamAccountName) { $parameters.SamAccountName } else { $parameters.Name }
    if ($domain.users[$name]) { Stop-Call -Source 'network-management' -Message 'The specified account already exists' -Id 'ActiveDirectoryServer:1316' -Terminating }
    # https://learn.microsoft.com/windows/win32/adschema/a-samaccountname
    if ($name.Length -gt 20 -or $name -match '["/\\\[\]:;|=,+*?<>]') { Stop-Call -Source 'account-name' -Message 'The name provided is not a properly formed account name' -Id 'ActiveDirectoryServer:1315' -Terminating }
    $password = Get-PlainText $parameters.AccountPassword
    $user = @{ sid = New-DomainSid $domain; password = ''; enabled = $false; groups = @('513'); dn = "CN=$($parameters.Name),CN=Users,$(ConvertTo-DomainPath $domain.name)"; upn = "$($parameters.UserPrincipalName)"; mustChange = [bool]$parameters.ChangePasswordAtLogon; neverExpires = [bool]$parameters.PasswordNeverExpires; cannotChange = [bool]$parameters.CannotChangePassword; description = "$($parameters.Description)" }
    # the account is made first and gets its password then: one that is refused leaves a disabled account behind
    # https://github.com/ansible-collections/community.windows/issues/316
    $domain.users[$name] = $user
    if ($parameters.AccountPassword) {
        if (-not (Test-PasswordPolicy $password $name $domain.minimumLength)) { Stop-Call -Source 'account-half-made' -Message 'The password does not meet the length, complexity, or history requirement of the domain.' -Id 'ActiveDirectoryServer:1325' -Terminating }
        $user.password = $password
        $user.enabled = [bool]$parameters.Enabled
    }
} -Half {
    param($world, $machine, $parameters)
    $domain = Get-Directory $world $machine $parameters
    $name = if ($parameters.SamAccountName) { $parameters.SamAccountName } else { $parameters.Name }
    $domain.users[$name] = @{ sid = New-DomainSid $domain; password = ''; enabled = $false; groups = @('513'); dn = "CN=$($parameters.Name),CN=Users,$(ConvertTo-DomainPath $domain.name)"; upn = "$($parameters.UserPrincipalName)"; mustChange = $false; neverExpires = $false; cannotChange = $false; description = "$($parameters.Description)" }
}
function Find-AdUserRecord($World, $Machine, $Parameters) {
    $domain = Get-Directory $World $Machine $Parameters
    Assert-DirectoryWrite $World $Machine $domain
    $identity = if ($Parameters.Identity -is [string]) { $Parameters.Identity } else { $Parameters.Identity.SamAccountName }
    $user = $domain.users[$identity]
    if (-not $user) { Stop-Call -Source 'directory-not-found' -Message "Cannot find an object with identity: '$identity' under: '$(ConvertTo-DomainPath $domain.name)'." -Id 'ActiveDirectoryCmdlet:Microsoft.ActiveDirectory.Management.ADIdentityNotFoundException' -Terminating }
    @{ domain = $domain; user = $user; name = $identity }
}
Add-Behaviour 'Set-ADUser' {
    param($world, $machine, $parameters)
    $user = (Find-AdUserRecord $world $machine $parameters).user
    foreach ($pair in @{ ChangePasswordAtLogon = 'mustChange'; PasswordNeverExpires = 'neverExpires'; CannotChangePassword = 'cannotChange'; Description = 'description'; UserPrincipalName = 'upn'; Enabled = 'enabled' }.GetEnumerator()) {
        if ($parameters.ContainsKey($pair.Key)) { $user[$pair.Value] = $parameters[$pair.Key] }
    }
}
Add-Behaviour 'Set-ADAccountPassword' {
    param($world, $machine, $parameters)
    $found = Find-AdUserRecord $world $machine $parameters
    $password = Get-PlainText $parameters.NewPassword
    if (-not (Test-PasswordPolicy $password $found.name $found.domain.minimumLength)) { Stop-Call -Source 'account-half-made' -Message 'The password does not meet the length, complexity, or history requirement of the domain.' -Id 'ActiveDirectoryServer:1325' -Terminating }
    $found.user.password = $password
}
Add-Behaviour 'Enable-ADAccount' { param($world, $machine, $parameters) (Find-AdUserRecord $world $machine $parameters).user.enabled = $true }
Add-Behaviour 'Remove-ADUser' {
    param($world, $machine, $parameters)
    $found = Find-AdUserRecord $world $machine $parameters
    Assert-Confirmed $parameters
    $found.domain.users.Remove($found.name)
}
# These ask before they do it, and nobody answers: https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_functions_cmdletbindingattribute (ConfirmImpact)
function Assert-Confirmed($Parameters) {
    if ($Parameters.ContainsKey('Confirm') -and -not $Parameters.Confirm -or $Parameters.Force) { return }
    Stop-Call -Source 'confirm' -Message 'Windows PowerShell is in NonInteractive mode. Read and Prompt functionality is not available.' -Terminating
}
Add-Behaviour 'Get-ADComputer' {
    param($world, $machine, $parameters)
    $domain = Get-Directory $world $machine $parameters
    $names = if ($parameters.Identity) { @($domain.computers.Keys | Where-Object { $_ -eq "$($parameters.Identity)".TrimEnd('$') -or $domain.computers[$_].dn -eq "$($parameters.Identity)" }) } elseif ($parameters.LDAPFilter -eq '(primaryGroupID=516)') { @($domain.computers.Keys | Where-Object { $domain.computers[$_].dn -like '*,OU=Domain Controllers,*' }) } else { Find-ByFilter @($domain.computers.Keys) $parameters 'cn' }
    if ($parameters.Identity -and @($names).Count -eq 0) { Stop-Call -Source 'directory-not-found' -Message "Cannot find an object with identity: '$($parameters.Identity)' under: '$(ConvertTo-DomainPath $domain.name)'." -Id 'ActiveDirectoryCmdlet:Microsoft.ActiveDirectory.Management.ADIdentityNotFoundException' -Terminating }
    foreach ($name in $names) {
        $computer = $domain.computers[$name]
        [pscustomobject]@{ Name = $name; SamAccountName = "$name`$"; DistinguishedName = $computer.dn; Enabled = $computer.enabled; SID = New-Object Vetro.Testing.SecurityIdentifier $computer.sid; DNSHostName = "$name.$($domain.name)"; Description = $computer.description; ObjectClass = 'computer' }
    }
}
Add-Behaviour 'Remove-ADComputer' {
    param($world, $machine, $parameters)
    $domain = Get-Directory $world $machine $parameters
    Assert-DirectoryWrite $world $machine $domain
    Assert-Confirmed $parameters
    $identity = if ($parameters.Identity -is [string]) { $parameters.Identity } else { $parameters.Identity.Name }
    $computer = $domain.computers[$identity]
    if (-not $computer) { Stop-Call -Source 'directory-not-found' -Message "Cannot find an object with identity: '$identity' under: '$(ConvertTo-DomainPath $domain.name)'." -Id 'ActiveDirectoryCmdlet:Microsoft.ActiveDirectory.Management.ADIdentityNotFoundException' -Terminating }
    $domain.objects.Remove($computer.dn)
    $domain.computers.Remove($identity)
}
Add-Behaviour 'Get-ADDomain' {
    param($world, $machine, $parameters)
    $domain = Get-Directory $world $machine $parameters
    [pscustomobject]@{ DNSRoot = $domain.name; NetBIOSName = $domain.netbios; DistinguishedName = ConvertTo-DomainPath $domain.name; DomainSID = New-Object Vetro.Testing.SecurityIdentifier $domain.sid; ComputersContainer = "CN=Computers,$(ConvertTo-DomainPath $domain.name)" }
}
# Controllers are found by the settings object below their server object: one without it is no controller any more.
Add-Behaviour 'Get-ADDomainController' {
    param($world, $machine, $parameters)
    $domain = Get-Directory $world $machine $parameters
    foreach ($name in @($domain.controllers.Keys | Sort-Object)) {
        $controller = $domain.controllers[$name]
        if (-not $domain.objects[$controller.settings]) { continue }
        [pscustomobject]@{ Name = $name; HostName = $controller.host; IPv4Address = $controller.address; Site = 'Default-First-Site-Name'; NTDSSettingsObjectDN = $controller.settings; ServerObjectDN = $controller.server; ComputerObjectDN = $controller.computer; Domain = $domain.name }
    }
}
function ConvertTo-AdObject($Domain, [string] $Path) { [pscustomobject]@{ DistinguishedName = $Path; Name = ($Path -replace '^\w+=' -split ',')[0]; ObjectClass = $Domain.objects[$Path].class; ProtectedFromAccidentalDeletion = $Domain.objects[$Path].protected } }
function Find-AdObject($Domain, $Identity) {
    $path = if ($Identity -is [string]) { $Identity } else { $Identity.DistinguishedName }
    if (-not $Domain.objects[$path]) { Stop-Call -Source 'directory-not-found' -Message 'Directory object not found' -Id 'ActiveDirectoryCmdlet:Microsoft.ActiveDirectory.Management.ADIdentityNotFoundException' -Terminating }
    $path
}
Add-Behaviour 'Get-ADObject' {
    param($world, $machine, $parameters)
    $domain = Get-Directory $world $machine $parameters
    if ($parameters.Identity) { return ConvertTo-AdObject $domain (Find-AdObject $domain $parameters.Identity) }
    foreach ($path in @($domain.objects.Keys | Sort-Object)) {
        if ($parameters.SearchBase -and $path -ne $parameters.SearchBase -and -not $path.EndsWith(",$($parameters.SearchBase)")) { continue }
        $class = $domain.objects[$path].class
        $filter = "$($parameters.LDAPFilter)$($parameters.Filter)".Trim()
        if ($filter -eq '*' -or $filter -match "^\(?objectClass\s*(=|-eq)\s*['""]?$class['""]?\)?$") { ConvertTo-AdObject $domain $path }
    }
}
Add-Behaviour 'Set-ADObject' {
    param($world, $machine, $parameters)
    $domain = Get-Directory $world $machine $parameters
    Assert-DirectoryWrite $world $machine $domain
    $path = Find-AdObject $domain $parameters.Identity
    if ($parameters.ContainsKey('ProtectedFromAccidentalDeletion')) { $domain.objects[$path].protected = [bool]$parameters.ProtectedFromAccidentalDeletion }
}
Add-Behaviour 'Remove-ADObject' {
    param($world, $machine, $parameters)
    $domain = Get-Directory $world $machine $parameters
    Assert-DirectoryWrite $world $machine $domain
    $path = Find-AdObject $domain $parameters.Identity
    Assert-Confirmed $parameters
    # https://learn.microsoft.com/troubleshoot/windows-server/active-directory/prevent-accidental-deletion-of-objects
    if ($domain.objects[$path].protected) { Stop-Call -Source 'directory-rights' -Message 'Access is denied' -Id 'ActiveDirectoryServer:8344' -Terminating }
    $below = @($domain.objects.Keys | Where-Object { $_.EndsWith(",$path") })
    if ($below.Count -gt 0 -and -not $parameters.Recursive) { Stop-Call -Source 'directory-protected' -Message 'The operation can be performed only on a leaf object' -Id 'ActiveDirectoryServer:8213' -Terminating }
    foreach ($one in @($path) + $below) {
        $domain.objects.Remove($one)
        foreach ($name in @($domain.computers.Keys)) { if ($domain.computers[$name].dn -eq $one) { $domain.computers.Remove($name) } }
        foreach ($name in @($domain.controllers.Keys)) {
            $controller = $domain.controllers[$name]
            if (-not $domain.objects[$controller.settings] -and -not $domain.objects[$controller.server] -and -not $domain.objects[$controller.computer]) { $domain.controllers.Remove($name) }
        }
    }
}
Add-Behaviour 'validate-credentials' {
    param($world, $machine, $values)
    $domain = Find-Domain $world $values[0]
    # https://learn.microsoft.com/dotnet/api/system.directoryservices.accountmanagement.principalserverdownexception
    if (-not $domain -or -not (Find-Controller $world $domain)) { Stop-Call -Source 'principal-context' -Message 'The server could not be contacted.' }
    [bool](Test-Credential $world "$($domain.netbios)\$($values[1])" $values[2])
}

# ---- access lists of the directory
Add-ItemBehaviour 'AD' 'Get-Acl' {
    param($world, $machine, $path, $parameters)
    $domain = Get-Directory $world $machine @{}
    # a path that is no literal one is a pattern: https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_wildcards
    $place = Find-AdPlace $domain $path ($parameters.ContainsKey('LiteralPath'))
    $list = New-Object Vetro.Testing.AccessList
    foreach ($rule in @($domain.acls[$place] | Where-Object { $_ })) { $list.Rules.Add($rule) }
    $list
}
Add-ItemBehaviour 'AD' 'Set-Acl' {
    param($world, $machine, $path, $parameters)
    $domain = Get-Directory $world $machine @{}
    Assert-DirectoryWrite $world $machine $domain
    $domain.acls[(Find-AdPlace $domain $path ($parameters.ContainsKey('LiteralPath')))] = @($parameters.AclObject.Rules | Sort-Object -Property { "$($_.sid) $($_.rights)" } -Unique)
}
function Find-AdPlace($Domain, [string] $Path, [bool] $IsLiteral) {
    $place = $Path -replace '^AD:[\\/]*', ''
    $known = @("CN=Computers,$(ConvertTo-DomainPath $Domain.name)") + @($Domain.objects.Keys)
    $hit = @($known | Where-Object { $_ -eq $place -or (-not $IsLiteral -and $_ -like $place) })
    if ($hit.Count -eq 0 -or (-not $IsLiteral -and $place -match '[\[\]]' -and $hit[0] -notlike $place)) { Stop-Call -Source 'path-not-found' -Message "Cannot find path '$Path' because it does not exist." -Id 'PathNotFound' }
    $hit[0]
}
