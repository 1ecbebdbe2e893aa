# Controllers whose machines were deleted: what the directory still says of them.

# Takes controllers out of the directory that are not in the list. Deleting the object of a controller makes Windows
# clean up the rest (since Server 2008); its records in DNS and its settings of replication go, too.
function Remove-GoneController {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        # those that stay
        [Parameter(Mandatory = $true)] [string[]] $Controllers
    )
    if (-not (Test-DomainController)) {
        throw "$env:COMPUTERNAME is no controller and cannot change the directory of '$DomainName'."
    }
    Import-Module ActiveDirectory
    $gone = @(Get-ADDomainController -Filter * -Server $env:COMPUTERNAME | Where-Object { $Controllers -notcontains $_.Name })
    foreach ($controller in $gone) {
        if (Test-Connection -ComputerName $controller.HostName -Count 1 -Quiet) {
            throw "The controller '$($controller.Name)' still answers; it was not taken out of the directory."
        }
        $settings = $controller.NTDSSettingsObjectDN
        Remove-ADObject -Identity $settings -Recursive -Confirm:$false
        Get-ADObject -Identity $controller.ComputerObjectDN | Set-ADObject -ProtectedFromAccidentalDeletion $false
        Remove-ADObject -Identity $controller.ComputerObjectDN -Recursive -Confirm:$false
        Remove-ADObject -Identity $controller.ServerObjectDN -Recursive -Confirm:$false
        foreach ($zone in $DomainName, "_msdcs.$DomainName") {
            Get-DnsServerResourceRecord -ZoneName $zone -ErrorAction SilentlyContinue |
                Where-Object { (Get-RecordTarget $_) -eq $controller.HostName -or $_.HostName -eq $controller.Name } |
                Remove-DnsServerResourceRecord -ZoneName $zone -Force
        }
        Write-Log "'$($controller.Name)' is no controller any more"
    }
}

# The host that a record of DNS leads to, without the dot at the end.
function Get-RecordTarget {
    param([Parameter(Mandatory = $true)] $Record)
    switch ($Record.RecordType) {
        'SRV' { return $Record.RecordData.DomainName.TrimEnd('.') }
        'NS' { return $Record.RecordData.NameServer.TrimEnd('.') }
        'CNAME' { return $Record.RecordData.HostNameAlias.TrimEnd('.') }
        default { return '' }
    }
}
