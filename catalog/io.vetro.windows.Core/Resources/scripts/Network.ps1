# Whom a machine asks for names: a member must ask its domain's name server, or it cannot find the domain. Cmdlets of the
# network do not see what a script says of errors, and are told each time.

function Set-NetworkAdapterConfiguration {
    param(
        # the first connected adapter; there is one on our machines
        [switch] $FirstAvailable,
        [string] $Name = '',
        [Parameter(Mandatory = $true)] [AllowEmptyCollection()] [string[]] $DNSServer,
        # a controller asks the others first and itself last (Microsoft, "DNS client settings best practices")
        [switch] $ItselfLast
    )
    if ($ItselfLast) { $DNSServer = @($DNSServer) + '127.0.0.1' }
    if ($DNSServer.Count -eq 0) { throw 'A machine needs a name server at least.' }
    foreach ($server in $DNSServer) {
        $address = $null
        if (-not [System.Net.IPAddress]::TryParse($server, [ref]$address)) {
            throw "'$server' is not an address of a name server."
        }
    }
    $adapters = @(Get-NetAdapter -ErrorAction Stop | Where-Object { $_.Status -eq 'Up' } | Sort-Object -Property ifIndex)
    if (-not $FirstAvailable) {
        $adapters = @($adapters | Where-Object { $_.Name -eq $Name })
    }
    if ($adapters.Count -eq 0) {
        throw 'This machine has no connected network adapter to set the name server of.'
    }
    $index = $adapters[0].ifIndex
    $current = @((Get-DnsClientServerAddress -InterfaceIndex $index -AddressFamily IPv4 -ErrorAction Stop).ServerAddresses)
    if (($current -join ' ') -ne ($DNSServer -join ' ')) {
        Set-DnsClientServerAddress -InterfaceIndex $index -ServerAddresses $DNSServer -ErrorAction Stop
        Clear-DnsClientCache -ErrorAction Stop
        Write-Log "Name servers: $($DNSServer -join ', ')"
    }
}
