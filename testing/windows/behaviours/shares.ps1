# Shared folders.

function Get-ShareRecord($Machine, [string] $Name, [string] $Cmdlet) {
    # https://github.com/dsccommunity/ComputerManagementDsc/issues/121
    if (-not $Machine.shares[$Name]) { Stop-Call -Source 'share-not-found' -Message "No MSFT_SMBShare objects found with property 'Name' equal to '$Name'.  Verify the value of the property and retry." -Id "CmdletizationQuery_NotFound_Name,$Cmdlet" }
    $Machine.shares[$Name]
}
Add-Behaviour 'Get-SmbShare' {
    param($world, $machine, $parameters)
    foreach ($name in $parameters.Name) { [pscustomobject]@{ Name = $name; Path = (Get-ShareRecord $machine $name 'Get-SmbShare').path } }
}
function Get-ShareAccess($World, $Machine, $Accounts) {
    foreach ($account in @($Accounts | Where-Object { $_ })) {
        $sid = Find-Sid $World $Machine "$account"
        # https://learn.microsoft.com/windows/win32/debug/system-error-codes--1300-1699- (1332)
        if (-not $sid) { Stop-Call -Source 'system-errors-1300' -Message 'No mapping between account names and security IDs was done.' -Id 'Windows System Error 1332' }
        $sid
    }
}
Add-Behaviour 'New-SmbShare' {
    param($world, $machine, $parameters)
    $name = $parameters.Name
    # https://learn.microsoft.com/windows/win32/netmgmt/network-management-error-codes (2118)
    if ($machine.shares[$name]) { Stop-Call -Source 'network-management' -Message 'The name has already been shared.' -Id 'Windows System Error 2118,New-SmbShare' }
    if (-not (Microsoft.PowerShell.Management\Test-Path -LiteralPath $parameters.Path)) { Stop-Call -Source 'system-errors-0' -Message 'The system cannot find the file specified.' -Id 'Windows System Error 2,New-SmbShare' }
    $access = @{}
    foreach ($sid in Get-ShareAccess $world $machine $parameters.ChangeAccess) { $access[$sid] = 'Change' }
    foreach ($sid in Get-ShareAccess $world $machine $parameters.FullAccess) { $access[$sid] = 'Full' }
    $machine.shares[$name] = @{ path = ConvertTo-WindowsPath $parameters.Path; access = $access }
    [pscustomobject]@{ Name = $name; Path = $parameters.Path }
}
Add-Behaviour 'Grant-SmbShareAccess' {
    param($world, $machine, $parameters)
    foreach ($name in $parameters.Name) {
        $share = Get-ShareRecord $machine $name 'Grant-SmbShareAccess'
        Assert-Confirmed $parameters
        foreach ($sid in Get-ShareAccess $world $machine $parameters.AccountName) { $share.access[$sid] = "$($parameters.AccessRight)" }
    }
}
Add-Behaviour 'Remove-SmbShare' {
    param($world, $machine, $parameters)
    foreach ($name in $parameters.Name) {
        Get-ShareRecord $machine $name 'Remove-SmbShare' | Out-Null
        Assert-Confirmed $parameters
        $machine.shares.Remove($name)
    }
}
