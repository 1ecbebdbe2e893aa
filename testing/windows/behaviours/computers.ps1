# Accounts of computers, as .NET's DirectoryEntry and DirectorySearcher tell them to whoever signs in.

# https://learn.microsoft.com/dotnet/api/system.directoryservices.directoryentry (COMException), and its numbers:
# https://learn.microsoft.com/windows/win32/adsi/win32-error-codes-for-adsi (0x8007203A, 0x8007052E)
function Enter-Directory($World, $Machine, $Values) {
    $name = $Values[0] -replace '(?i)^LDAP://', ''
    $domain = $World.domains[$name]
    $isFound = ($Machine.role -ge 4 -and $Machine.domain -eq $name) -or $(try { [bool](Resolve-WorldName $World $Machine "_ldap._tcp.dc._msdcs.$name" 'SRV') } catch { $false })
    if (-not $domain -or -not $isFound -or -not (Find-Controller $World $domain)) { Stop-Call -Source 'adsi-errors' -Message 'The server is not operational.' }
    $account = Test-Credential $World $Values[1] $Values[2]
    if (-not $account) { Stop-Call -Source 'system-errors-1300' -Message 'The user name or password is incorrect.' }
    @{ domain = $domain; account = $account }
}
Add-Behaviour 'directory-search' {
    param($world, $machine, $values)
    $domain = (Enter-Directory $world $machine $values).domain
    $names = if ($values[3] -match '^\(&\(objectCategory=computer\)\(sAMAccountName=([^()*]+)\$\)\)$') { $wanted = $Matches[1]; @($domain.computers.Keys | Where-Object { $_ -eq $wanted }) }
    elseif ($values[3] -match '^\(objectSid=(S-[\d-]+)\)$') { $wanted = $Matches[1]; @($domain.computers.Keys | Where-Object { $domain.computers[$_].sid -eq $wanted }) }
    else { Stop-Case "The world cannot read the filter $($values[3])." }
    , @($names | ForEach-Object {
            # an account that a case put there is an old one
            $created = $world.created["$($domain.name) $_"]
            if (-not $created) { $created = $world.clock.AddDays(-30) }
            @{ cn = $_; objectsid = $domain.computers[$_].sid; whencreated = $created }
        })
}
Add-Behaviour 'directory-delete' {
    param($world, $machine, $values)
    $entered = Enter-Directory $world $machine $values
    $domain = $entered.domain
    $name = $values[3]
    # whoever made an account may delete it, and administrators may
    # https://learn.microsoft.com/windows-server/identity/ad-ds/plan/security-best-practices/appendix-b--privileged-accounts-and-groups-in-active-directory
    if (-not (Test-DomainAdministrator $world $domain $entered.account.user.sid) -and $domain.computers[$name].by -ne $entered.account.user.sid) { Stop-Call -Source 'directory-rights' -Message 'Access is denied.' }
    # protected from accidental deletion: nobody may, until somebody takes that away
    $object = $domain.objects[$domain.computers[$name].dn]
    if ($object -and $object.protected) { Stop-Call -Source 'directory-protected' -Message 'Access is denied.' }
    $domain.objects.Remove($domain.computers[$name].dn)
    $domain.computers.Remove($name)
}

Add-Behaviour 'Get-ADRootDSE' {
    param($world, $machine, $parameters)
    $name = if ($parameters.Server) { ($parameters.Server -split '\.')[0] } else { $machine.name }
    $asked = $world.machines[$name]
    # https://learn.microsoft.com/troubleshoot/windows-server/active-directory (Active Directory Web Services)
    if (-not $asked -or -not (Test-DirectoryRuns $world $asked)) { Stop-Call -Source 'directory-web-services' -Message 'Unable to contact the server. This may be because this server does not exist, it is currently down, or it does not have the Active Directory Web Services running.' -Id 'ActiveDirectoryServer:0' -Terminating }
    $domain = Get-DomainOf $world $asked
    $path = ConvertTo-DomainPath $domain.name
    [pscustomobject]@{ dnsHostName = "$name.$($domain.name)".ToLowerInvariant(); defaultNamingContext = $path; configurationNamingContext = "CN=Configuration,$path" }
}
