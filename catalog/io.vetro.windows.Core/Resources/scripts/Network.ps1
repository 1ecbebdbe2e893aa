# Whom a machine asks for names: a member must ask its domain's name server, or it cannot find the domain.

function Set-NetworkAdapterConfiguration {
    param(
        # the first connected adapter; there is one on our machines
        [switch] $FirstAvailable,
        [string] $Name = '',
        [Parameter(Mandatory = $true)] [string[]] $DNSServer
    )
    foreach ($server in $DNSServer) {
        $address = $null
        if (-not [System.Net.IPAddress]::TryParse($server, [ref]$address)) {
            throw "'$server' is not an address of a name server."
        }
    }
    $adapters = @(Get-NetAdapter | Where-Object { $_.Status -eq 'Up' } | Sort-Object -Property ifIndex)
    if (-not $FirstAvailable) {
        $adapters = @($adapters | Where-Object { $_.Name -eq $Name })
    }
    if ($adapters.Count -eq 0) {
        throw 'This machine has no connected network adapter to set the name server of.'
    }
    $index = $adapters[0].ifIndex
    $current = @((Get-DnsClientServerAddress -InterfaceIndex $index -AddressFamily IPv4).ServerAddresses)
    if (($current -join ' ') -ne ($DNSServer -join ' ')) {
        Set-DnsClientServerAddress -InterfaceIndex $index -ServerAddresses $DNSServer
        Clear-DnsClientCache
        Write-Log "Name servers: $($DNSServer -join ', ')"
    }
}
