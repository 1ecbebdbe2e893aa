# Joining and leaving a domain. Both take effect with the restart that the plan asks for.

function Join-Domain {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [string] $Password,
        [string] $OUPath = ''
    )
    $current = Get-CurrentDomain
    if ($current -eq $DomainName) {
        Write-Log "Already a member of '$DomainName'"
        return
    }
    if ($current -ne '') {
        throw "$env:COMPUTERNAME is in the domain '$current'; it must leave that before it can join '$DomainName'."
    }
    Wait-Until -What "Finding the domain '$DomainName' through the name server" -Seconds 300 -Condition {
        Resolve-DnsName -Name "_ldap._tcp.dc._msdcs.$DomainName" -Type SRV -DnsOnly
    } | Out-Null

    $arguments = @{
        DomainName = $DomainName
        Credential = New-DomainCredential -DomainName $DomainName -UserName $UserName -Password $Password
        Force      = $true
    }
    if ($OUPath -ne '') { $arguments.OUPath = $OUPath }
    try {
        Add-Computer @arguments
    }
    catch {
        throw "$env:COMPUTERNAME could not join '$DomainName' as '$UserName': $($_.Exception.Message)"
    }
    Write-Log "Joined '$DomainName'"
}

# Leaves the domain. With the password of its administrator the computer's account is disabled there, too; when
# the domain does not answer any more, the machine leaves all the same.
function Leave-Domain {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [string] $UserName = '',
        [string] $Password = ''
    )
    $current = Get-CurrentDomain
    if ($current -eq '') {
        Write-Log "Not in a domain any more"
        return
    }
    if ($current -ne $DomainName) {
        throw "$env:COMPUTERNAME is in the domain '$current', not in '$DomainName'."
    }
    if (Test-DomainController) {
        throw "$env:COMPUTERNAME is a controller of '$DomainName' and cannot leave it."
    }
    if ($UserName -ne '' -and $Password -ne '') {
        try {
            $credential = New-DomainCredential -DomainName $DomainName -UserName $UserName -Password $Password
            Remove-Computer -UnjoinDomainCredential $credential -WorkgroupName 'WORKGROUP' -Force
            Write-Log "Left '$DomainName'"
            return
        }
        catch {
            Write-Log "'$DomainName' did not take part in leaving it: $($_.Exception.Message)"
        }
    }
    # 0: leave the account in the domain as it is; needs nobody but this machine
    $result = (Get-WmiObject -Class Win32_ComputerSystem).UnjoinDomainOrWorkgroup($null, $null, 0)
    if ($result.ReturnValue -ne 0) {
        $cause = New-Object System.ComponentModel.Win32Exception([int]$result.ReturnValue)
        throw "$env:COMPUTERNAME could not leave '$DomainName': $($cause.Message)"
    }
    Write-Log "Left '$DomainName' without it"
}
