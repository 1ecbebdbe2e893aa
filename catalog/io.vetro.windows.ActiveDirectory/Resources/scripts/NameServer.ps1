# Where the domain's name server answers. After the restart of a new controller it takes a while to start.

function Get-DnsListeningIpAddress {
    Import-Module DnsServer
    $addresses = @(Wait-Until -What 'Starting the name server' -Seconds 600 -Condition {
            $listening = @((Get-DnsServerSetting -ComputerName localhost -All -ErrorAction Stop).ListeningIPAddress)
            @($listening | Where-Object {
                    $address = $null
                    [System.Net.IPAddress]::TryParse($_, [ref]$address) -and
                    $address.AddressFamily -eq [System.Net.Sockets.AddressFamily]::InterNetwork -and
                    -not [System.Net.IPAddress]::IsLoopback($address) -and
                    -not $_.StartsWith('169.254.')
                })
        })
    # members must be able to find the domain here, not only reach the server
    $domain = Get-CurrentDomain
    Wait-Until -What "Publishing the domain '$domain' on the name server" -Seconds 600 -Condition {
        Resolve-DnsName -Name "_ldap._tcp.dc._msdcs.$domain" -Type SRV -Server $addresses[0] -DnsOnly -ErrorAction Stop
    } | Out-Null
    return $addresses
}
