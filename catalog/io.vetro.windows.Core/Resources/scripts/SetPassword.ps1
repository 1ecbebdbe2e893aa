# The password of an account of this machine. On a domain controller the same call changes the domain's account.

function Set-LocalUserPassword {
    param(
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [string] $Password,
        # change the password even though the account has one
        [switch] $Force
    )
    if (-not $Force) {
        throw "Set-LocalUserPassword changes the password of '$UserName' only when told to with -Force."
    }
    # ADSI takes the password as a value; nothing in it can be mistaken for an option, as with "net user"
    $path = "WinNT://$env:COMPUTERNAME/$UserName,user"
    try {
        $exists = [ADSI]::Exists($path)
    }
    catch {
        # this provider answers "not found" by an exception
        $exists = $false
    }
    if (-not $exists) {
        throw "There is no account '$UserName' on $env:COMPUTERNAME."
    }
    $account = [ADSI]$path
    try {
        $account.SetPassword($Password)
        # an account that is disabled, or whose password runs out, would lock everyone out
        $disabledBit = 0x2
        $neverExpiresBit = 0x10000
        $flags = [int]$account.UserFlags.Value
        $account.UserFlags = ($flags -band (-bnot $disabledBit)) -bor $neverExpiresBit
        $account.SetInfo()
    }
    catch {
        $cause = $_.Exception
        while ($cause.InnerException) { $cause = $cause.InnerException }
        throw "Windows refused the new password of '$UserName': $($cause.Message)"
    }
    Write-Log "The password of '$UserName' is set"
}
