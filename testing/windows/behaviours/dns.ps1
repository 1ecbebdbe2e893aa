# The name server of a controller.

function Assert-NameServerRuns($World, $Machine) {
    # https://learn.microsoft.com/windows/win32/debug/system-error-codes--1700-3999- (1722), as DnsServer's cmdlets tell it
    if ($Machine.services['DNS'].status -ne 'Running' -or $World.clock -lt $Machine.readyAt) { Stop-Call -Source 'system-errors-1700' -Message "Failed to retrieve settings of server $($Machine.name): The RPC server is unavailable." -Id 'WIN32 1722' }
}
Add-Behaviour 'Get-DnsServerSetting' {
    param($world, $machine, $parameters)
    Assert-NameServerRuns $world $machine
    [pscustomobject]@{ ListeningIPAddress = @('127.0.0.1', '::1', 'fe80::1', $machine.address) }
}
Add-Behaviour 'Get-DnsServerResourceRecord' {
    param($world, $machine, $parameters)
    Assert-NameServerRuns $world $machine
    $domain = Get-DomainOf $world $machine
    $zone = $domain.zones[$parameters.ZoneName]
    if ($null -eq $zone) { Stop-Call -Source 'system-errors-9000' -Message "The zone $($parameters.ZoneName) was not found on server $($machine.name)." -Id 'WIN32 9601' }
    foreach ($record in @($zone)) {
        $data = switch ($record.type) {
            'SRV' { [pscustomobject]@{ DomainName = $record.data; Port = 389 } }
            'NS' { [pscustomobject]@{ NameServer = $record.data } }
            'CNAME' { [pscustomobject]@{ HostNameAlias = $record.data } }
            default { [pscustomobject]@{ IPv4Address = [System.Net.IPAddress]::Parse($record.data) } }
        }
        [pscustomobject]@{ HostName = $record.host; RecordType = $record.type; RecordData = $data; Record = $record }
    }
}
Add-Behaviour 'Remove-DnsServerResourceRecord' {
    param($world, $machine, $parameters)
    Assert-NameServerRuns $world $machine
    Assert-Confirmed $parameters
    $domain = Get-DomainOf $world $machine
    $gone = $parameters.InputObject.Record
    $domain.zones[$parameters.ZoneName] = @($domain.zones[$parameters.ZoneName] | Where-Object { -not ($_.host -eq $gone.host -and $_.type -eq $gone.type -and $_.data -eq $gone.data) })
}
