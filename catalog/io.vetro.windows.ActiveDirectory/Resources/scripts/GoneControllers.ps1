# Controllers whose machines were deleted: what the directory still says of them.

# Takes controllers out of the directory that are not in the list. They are found by what is there of them: the object of
# a computer, or that of a server at a site. That of the server goes last, so that one whose clean-up was interrupted is
# found again; every step may be repeated.
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
    foreach ($name in @(Find-ControllerRemains | Where-Object { $Controllers -notcontains $_ })) {
        if (Test-Controller -Name $name -DomainName $DomainName) {
            throw "The controller '$name' still answers; it was not taken out of the directory."
        }
        Remove-NameRecord -DomainName $DomainName -Name $name
        Remove-ControllerObject -Name $name
        Write-Log "'$name' is no controller any more"
    }
}

# The names of all controllers that the directory tells of, by their computers or by their servers.
function Find-ControllerRemains {
    # 516: the group "Domain Controllers", in whatever language
    $computers = @(Get-ADComputer -LDAPFilter '(primaryGroupID=516)')
    $servers = @(Get-ADObject -LDAPFilter '(objectClass=server)' -SearchBase (Get-SitesContainer))
    @($computers + $servers | ForEach-Object { $_.Name }) | Sort-Object -Unique
}

function Get-SitesContainer {
    return "CN=Sites,$((Get-ADRootDSE).configurationNamingContext)"
}

# Whether this very controller answers: another machine may have its address by now, and even answer as a controller.
function Test-Controller {
    param(
        [Parameter(Mandatory = $true)] [string] $Name,
        [Parameter(Mandatory = $true)] [string] $DomainName
    )
    try {
        return (Get-ADRootDSE -Server "$Name.$DomainName").dnsHostName -eq "$Name.$DomainName"
    }
    catch {
        if (Test-ScriptMistake $_) { throw }
        return $false
    }
}

# Deleting the settings of a controller makes Windows clean up the rest of its replication (since Server 2008).
function Remove-ControllerObject {
    param([Parameter(Mandatory = $true)] [string] $Name)
    $servers = @(Get-ADObject -LDAPFilter '(objectClass=server)' -SearchBase (Get-SitesContainer) | Where-Object { $_.Name -eq $Name })
    foreach ($server in $servers) {
        Get-ADObject -LDAPFilter '(objectClass=nTDSDSA)' -SearchBase $server.DistinguishedName |
            ForEach-Object { Remove-ADObject -Identity $_.DistinguishedName -Recursive -Confirm:$false }
    }
    foreach ($computer in @(Get-ADComputer -LDAPFilter "(cn=$Name)")) {
        Set-ADObject -Identity $computer.DistinguishedName -ProtectedFromAccidentalDeletion $false
        Remove-ADObject -Identity $computer.DistinguishedName -Recursive -Confirm:$false
    }
    foreach ($server in $servers) {
        Remove-ADObject -Identity $server.DistinguishedName -Recursive -Confirm:$false
    }
}

# What the name server still says of a controller.
function Remove-NameRecord {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $Name
    )
    foreach ($zone in $DomainName, "_msdcs.$DomainName") {
        Get-DnsServerResourceRecord -ZoneName $zone -ErrorAction Stop |
            Where-Object { (Get-RecordTarget $_) -eq "$Name.$DomainName" -or $_.HostName -eq $Name } |
            Remove-DnsServerResourceRecord -ZoneName $zone -Force -ErrorAction Stop
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
