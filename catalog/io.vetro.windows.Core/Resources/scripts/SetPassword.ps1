# The password of an account of this machine. On a domain controller the same call changes the domain's account.

function Set-LocalUserPassword {
    param(
        # empty: the administrator that Windows brings, whatever its language calls it
        [string] $UserName = '',
        [Parameter(Mandatory = $true)] [string] $Password,
        # change the password even though the account has one
        [switch] $Force
    )
    if ($UserName -eq '') { $UserName = Get-AdministratorName }
    if (-not $Force) {
        throw "Set-LocalUserPassword changes the password of '$UserName' only when told to with -Force."
    }
    try {
        Set-AccountPassword -Name $UserName -Password $Password
    }
    catch {
        throw "Windows refused the new password of '$UserName': $($_.Exception.GetBaseException().Message)"
    }
    Write-Log "The password of '$UserName' is set"
}
