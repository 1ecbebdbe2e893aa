# Adapters, whom a machine asks for names, and the firewall.

Add-Behaviour 'Get-NetAdapter' {
    param($world, $machine, $parameters)
    foreach ($adapter in $machine.adapters) { if (-not $parameters.Name -or $parameters.Name -contains $adapter.name) { [pscustomobject]@{ Name = $adapter.name; Status = $adapter.status; ifIndex = $adapter.index; InterfaceIndex = $adapter.index } } }
}
Add-Behaviour 'Get-NetIPAddress' {
    param($world, $machine, $parameters)
    if ($parameters.AddressFamily -and $parameters.AddressFamily -notcontains 'IPv4') { return }
    if (-not $parameters.PrefixOrigin -or @($parameters.PrefixOrigin) -contains 'WellKnown') { [pscustomobject]@{ IPAddress = '127.0.0.1'; InterfaceIndex = 1; PrefixLength = 8; PrefixOrigin = 'WellKnown'; SkipAsSource = $false } }
    foreach ($adapter in $machine.adapters) { [pscustomobject]@{ IPAddress = $machine.address; InterfaceIndex = $adapter.index; PrefixLength = $adapter.prefix; PrefixOrigin = 'Dhcp'; SkipAsSource = $false } }
}
Add-Behaviour 'Get-DnsClientServerAddress' {
    param($world, $machine, $parameters)
    foreach ($adapter in $machine.adapters) { if (-not $parameters.InterfaceIndex -or $parameters.InterfaceIndex -contains $adapter.index) { [pscustomobject]@{ InterfaceIndex = $adapter.index; ServerAddresses = [string[]]@($adapter.dns) } } }
}
Add-Behaviour 'Set-DnsClientServerAddress' {
    param($world, $machine, $parameters)
    foreach ($adapter in $machine.adapters) { if ($parameters.InterfaceIndex -contains $adapter.index) { $adapter.dns = @($parameters.ServerAddresses | ForEach-Object { "$_" }) } }
}
Add-Behaviour 'Clear-DnsClientCache' { }

# Windows asks the next server of its list only when one does not answer at all; "no such name" is an answer.
# https://learn.microsoft.com/troubleshoot/windows-server/networking/dns-clients-resolution-timeouts
function Resolve-WorldName($World, $Machine, [string] $Name, [string] $Type, [string[]] $Servers) {
    if (-not $Servers) { $Servers = @($Machine.adapters[0].dns) }
    foreach ($address in $Servers) {
        $own = $address -in '127.0.0.1', '::1', 'localhost'
        $server = if ($own) { $Machine } else { @($World.machines.Values | Where-Object { $_.address -eq $address })[0] }
        if (-not $server -or -not $server.up -or $server.services['DNS'].status -ne 'Running' -or $World.clock -lt $server.readyAt) { continue }
        foreach ($domain in $World.domains.Values) {
            if (-not $domain.controllers[$server.name]) { continue }
            foreach ($zone in @($domain.zones.Keys | Sort-Object Length -Descending)) {
                if ($Name -ne $zone -and -not $Name.EndsWith(".$zone")) { continue }
                $short = if ($Name -eq $zone) { '@' } else { $Name.Substring(0, $Name.Length - $zone.Length - 1) }
                $hits = @($domain.zones[$zone] | Where-Object { $_.host -eq $short -and $_.type -eq $Type })
                if ($hits.Count -gt 0) { return $hits }
                # https://learn.microsoft.com/windows/win32/debug/system-error-codes--9000-11999- (9003, 1460)
                Stop-Call -Source 'system-errors-9000' -Message "$Name : DNS name does not exist" -Id 'DNS_ERROR_RCODE_NAME_ERROR,Microsoft.DnsClient.Commands.ResolveDnsName'
            }
        }
        Stop-Call -Source 'system-errors-9000' -Message "$Name : DNS name does not exist" -Id 'DNS_ERROR_RCODE_NAME_ERROR,Microsoft.DnsClient.Commands.ResolveDnsName'
    }
    $World.clock = $World.clock.AddSeconds(10)
    Stop-Call -Source 'name-servers' -Message "$Name : This operation returned because the timeout period expired" -Id 'ERROR_TIMEOUT,Microsoft.DnsClient.Commands.ResolveDnsName'
}
Add-Behaviour 'Resolve-DnsName' {
    param($world, $machine, $parameters)
    $type = if ($parameters.Type) { "$($parameters.Type)" } else { 'A' }
    foreach ($hit in Resolve-WorldName $world $machine $parameters.Name $type @($parameters.Server | Where-Object { $_ })) {
        switch ($hit.type) {
            'SRV' { [pscustomobject]@{ Name = $parameters.Name; Type = 'SRV'; NameTarget = $hit.data.TrimEnd('.') } }
            'A' { [pscustomobject]@{ Name = $parameters.Name; Type = 'A'; IPAddress = $hit.data } }
            default { [pscustomobject]@{ Name = $parameters.Name; Type = $hit.type; NameHost = $hit.data.TrimEnd('.') } }
        }
    }
}
Add-Behaviour 'Test-Connection' {
    param($world, $machine, $parameters)
    foreach ($target in $parameters.ComputerName) {
        $address = if ($target -match '^\d+(\.\d+){3}$') { $target } else { Find-Address $world $machine $target }
        $is = [bool]@($world.machines.Values | Where-Object { $address -and $_.address -eq $address -and $_.up })
        if ($parameters.Quiet) { $is; continue }
        # https://learn.microsoft.com/powershell/module/microsoft.powershell.management/test-connection?view=powershell-5.1
        if (-not $is) { Stop-Call -Source 'ping' -Message "Testing connection to computer '$target' failed: Error due to lack of resources" -Id 'TestConnectionException' }
        [pscustomobject]@{ Address = $target; IPV4Address = $address; StatusCode = 0 }
    }
}
function Find-Address($World, $Machine, [string] $Name) {
    $full = if ($Name.Contains('.') -or -not $Machine.domain) { $Name } else { "$Name.$($Machine.domain)" }
    try { @(Resolve-WorldName $World $Machine $full 'A')[0].data } catch { $null }
}

# ---- the firewall
function ConvertTo-Rule([string] $Name, $Rule) { [pscustomobject]@{ Name = $Name; DisplayName = $Rule.title; Enabled = $(if ($Rule.enabled) { 'True' } else { 'False' }); Direction = $Rule.direction; Action = $Rule.action } }
Add-Behaviour 'Get-NetFirewallRule' {
    param($world, $machine, $parameters)
    foreach ($name in $parameters.Name) {
        # https://github.com/ansible/ansible/issues/30433
        if (-not $machine.firewall[$name]) { Stop-Call -Source 'firewall-not-found' -Message "No MSFT_NetFirewallRule objects found with property 'InstanceID' equal to '$name'.  Verify the value of the property and retry." -Id 'CmdletizationQuery_NotFound_InstanceID,Get-NetFirewallRule' }
        ConvertTo-Rule $name $machine.firewall[$name]
    }
}
Add-Behaviour 'New-NetFirewallRule' {
    param($world, $machine, $parameters)
    $name = $parameters.Name
    if ($machine.firewall[$name]) { Stop-Call -Source 'system-errors-0' -Message 'Cannot create a file when that file already exists.' -Id 'Windows System Error 183,New-NetFirewallRule' }
    $machine.firewall[$name] = @{ title = $parameters.DisplayName; enabled = $true; direction = "$($parameters.Direction)"; action = "$($parameters.Action)"; protocol = "$($parameters.Protocol)"; port = "$($parameters.LocalPort)" }
    ConvertTo-Rule $name $machine.firewall[$name]
}
Add-Behaviour 'Enable-NetFirewallRule' {
    param($world, $machine, $parameters)
    foreach ($name in $parameters.Name) {
        if (-not $machine.firewall[$name]) { Stop-Call -Source 'firewall-not-found' -Message "No MSFT_NetFirewallRule objects found with property 'InstanceID' equal to '$name'.  Verify the value of the property and retry." -Id 'CmdletizationQuery_NotFound_InstanceID,Enable-NetFirewallRule' }
        $machine.firewall[$name].enabled = $true
    }
}
