# Joining and leaving a domain. Both take effect with the restart that the plan asks for.

# Attempts to join: what passes by itself, such as a controller that starts once more, passes within these.
$script:JoinAttempts = 4
$script:JoinPauseSeconds = 30

# What no further attempt would change, by Windows' numbers: access denied, names and passwords that are refused (each
# attempt counts towards a lock-out), a path that is not there, an account that may not be used, a quota that is reached.
$script:FinalJoinErrors = 5, 2, 3, 1326, 1327, 1328, 1329, 1330, 1331, 1787, 1907, 1909, 2224, 2732, 8557

# Makes the machine a member of the domain. Returns the identifier of its account there, by which the account is known
# as this machine's own when the machine is set up again, or deleted.
function Join-Domain {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [string] $Password,
        # where in the directory the account goes; empty for the domain's own choice
        [string] $OUPath = '',
        # the identifier of the account that this machine had before it was set up again; "by name" for a machine that
        # was a member before identifiers were kept; for a new machine those of earlier ones of its environment, which it
        # may find under its name
        [string[]] $OwnAccount = @()
    )
    $current = Get-CurrentDomain
    $credential = New-DomainCredential -DomainName $DomainName -UserName $UserName -Password $Password
    if ($current -eq $DomainName) {
        Write-Log "Already a member of '$DomainName'"
        Repair-Membership -DomainName $DomainName -UserName $UserName -Credential $credential
        Clear-Attempt
        return Get-OwnAccount -DomainName $DomainName -Credential $credential
    }
    if ($current -ne '') {
        throw "$env:COMPUTERNAME is in the domain '$current'; it must leave that before it can join '$DomainName'."
    }
    Confirm-NoPendingRestart
    Wait-Until -What "Finding the domain '$DomainName' through the name server" -Seconds 300 -Condition {
        Resolve-DnsName -Name "_ldap._tcp.dc._msdcs.$DomainName" -Type SRV -DnsOnly -ErrorAction Stop
    } | Out-Null
    $removalError = Confirm-NameIsFree -DomainName $DomainName -UserName $UserName -Credential $credential -OwnAccount $OwnAccount
    Write-Attempt -DomainName $DomainName

    $arguments = @{ DomainName = $DomainName; Credential = $credential; Force = $true }
    if ($OUPath -ne '') { $arguments.OUPath = $OUPath }
    try { Invoke-JoinStep -What "Joining '$DomainName'" -Step { Add-Computer @arguments } }
    catch {
        throw "$env:COMPUTERNAME could not join '$DomainName' as '$UserName': $(Format-JoinError -Words $_.Exception.Message -OUPath $OUPath -RemovalError $removalError)"
    }
    Write-Log "Joined '$DomainName'"
    Clear-Attempt
    return Get-OwnAccount -DomainName $DomainName -Credential $credential
}

# Renews the password by which machine and domain know each other, where it is no longer the same: of a machine that was
# put back to an earlier state, or whose account was made anew. Until the restart after joining there is nothing to test.
function Repair-Membership {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [System.Management.Automation.PSCredential] $Credential
    )
    if ((Test-DomainController) -or (Test-Path -LiteralPath 'HKLM:\SYSTEM\CurrentControlSet\Services\Netlogon\JoinDomain')) { return }
    for ($attempt = 1; $true; $attempt++) {
        try {
            if (Test-ComputerSecureChannel) { return }
            if (Test-ComputerSecureChannel -Repair -Credential $Credential) {
                Write-Log "'$DomainName' and this machine trust each other again"
                return
            }
            $words = 'The domain does not know its password.'
            $isFinal = $true
        }
        catch {
            if (Test-ScriptMistake $_) { throw }
            $words = $_.Exception.Message
            $isFinal = Test-FinalJoinError -Words $words
        }
        if ($isFinal -or $attempt -ge $script:JoinAttempts) {
            throw "$env:COMPUTERNAME is in '$DomainName', but the two do not trust each other any more, and '$UserName' could not renew that: $words"
        }
        Write-Log "Looking at the trust of '$DomainName' did not work, and is tried again: $words"
        Start-Sleep -Seconds $script:JoinPauseSeconds
    }
}

# Throws when the domain has an account of this name that belongs to somebody else: joining would take it, and whoever
# has it could not sign in any more. One of this machine's own is removed, as a domain may refuse to use it again. Returns why
# it could not be; nothing where no account stays.
function Confirm-NameIsFree {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [System.Management.Automation.PSCredential] $Credential,
        [string[]] $OwnAccount = @()
    )
    $removalError = ''
    $accounts = @(Get-AccountOfComputer -DomainName $DomainName -UserName $UserName -Credential $Credential)
    foreach ($account in $accounts) {
        # made a moment ago by this very machine: it is used, as if nothing had interrupted
        if (Test-Attempt -DomainName $DomainName -Created $account.Created) { continue }
        if ($OwnAccount -notcontains 'by name' -and $OwnAccount -notcontains $account.Sid) {
            throw "The domain '$DomainName' has an account '$($account.Name)' already that is not of this machine. Joining would take it from its owner; give the machine another name, or have the account removed."
        }
        $removalError = Remove-EarlierAccount -DomainName $DomainName -Credential $Credential -Sid $account.Sid
    }
    return $removalError
}

# Removes the account that this machine had before it was set up again. One that stays is used again, if the domain lets it:
# whoever may join need not be allowed to remove. Returns why it stays; nothing where it is removed.
function Remove-EarlierAccount {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [System.Management.Automation.PSCredential] $Credential,
        [Parameter(Mandatory = $true)] [string] $Sid
    )
    try {
        Invoke-JoinStep -What "Removing the account that this machine had in '$DomainName'" -Step {
            Remove-ComputerAccount -DomainName $DomainName -Credential $Credential -Sid $Sid
        }
        Write-Log "Removed the account that this machine had in '$DomainName' before"
        return ''
    }
    catch {
        if (Test-ScriptMistake $_) { throw }
        $words = $_.Exception.GetBaseException().Message
        Write-Log "The account that this machine had in '$DomainName' stays: $words"
        return $words
    }
}

# The accounts of the domain with this machine's name. Asking signs in: a refused password is found here, by one attempt.
function Get-AccountOfComputer {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [System.Management.Automation.PSCredential] $Credential
    )
    try {
        return Invoke-JoinStep -What "Asking '$DomainName'" -Step {
            Find-ComputerAccount -DomainName $DomainName -Credential $Credential -Computer $env:COMPUTERNAME
        }
    }
    catch {
        $words = $_.Exception.GetBaseException().Message
        throw "$env:COMPUTERNAME could not join '$DomainName' as '$UserName': $(Format-JoinError -Words $words)"
    }
}

# Tries a step again that fails by what passes by itself. Throws what no further attempt would change.
function Invoke-JoinStep {
    param(
        # names it in the log: "Joining 'corp.example'"
        [Parameter(Mandatory = $true)] [string] $What,
        [Parameter(Mandatory = $true)] [scriptblock] $Step
    )
    for ($attempt = 1; $true; $attempt++) {
        try {
            return & $Step
        }
        catch {
            $words = $_.Exception.GetBaseException().Message
            if ((Test-ScriptMistake $_) -or $attempt -ge $script:JoinAttempts -or (Test-FinalJoinError -Words $words)) { throw }
            Write-Log "$What did not work, and is tried again: $words"
            Start-Sleep -Seconds $script:JoinPauseSeconds
        }
    }
}

# Whether another attempt is in vain: Windows' own sentences, which are in its language, or their English form.
function Test-FinalJoinError {
    param([Parameter(Mandatory = $true)] [AllowEmptyString()] [string] $Words)
    if ($Words -match '(?i)user ?name or password is incorrect|logon failure|account is (currently )?(locked|disabled)|access is denied|blocked by (security )?policy|maximum number of computer accounts|account already exists|cannot find the (path|file) specified') {
        return $true
    }
    foreach ($code in $script:FinalJoinErrors) {
        $text = (Get-ErrorText -Code $code).TrimEnd('.', ' ', "`r", "`n")
        if ($text -ne '' -and $Words.Contains($text)) { return $true }
    }
    return $false
}

# Windows' words; for a refusal that they do not explain, what to do about it.
function Format-JoinError {
    param([Parameter(Mandatory = $true)] [AllowEmptyString()] [string] $Words, [string] $OUPath = '', [string] $RemovalError = '')
    $exists = (Get-ErrorText -Code 2224).TrimEnd('.', ' ', "`r", "`n")
    if ($OUPath -ne '' -and ($Words -match '(?i)account already exists' -or ($exists -ne '' -and $Words.Contains($exists)))) {
        $why = if ($RemovalError -ne '') { " could not be removed ($($RemovalError.TrimEnd('.', ' '))) and" }
        return "$Words The account '$env:COMPUTERNAME'$why is not in '$OUPath', and a computer that joins moves no account. Move it there, have it removed, or give no organizational unit."
    }
    $reuse = (Get-ErrorText -Code 2732).TrimEnd('.', ' ', "`r", "`n")
    if ($Words -match '(?i)blocked by (security )?policy|0xaac|\b2732\b' -or ($reuse -ne '' -and $Words.Contains($reuse))) {
        return "$Words The domain keeps accounts from being used again by somebody who did not create them (KB5020276). Have the account '$env:COMPUTERNAME' removed from the domain, or join with the account that created it."
    }
    return $Words
}

function Get-OwnAccount {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [System.Management.Automation.PSCredential] $Credential
    )
    try {
        return [string]@(Find-ComputerAccount -DomainName $DomainName -Credential $Credential -Computer $env:COMPUTERNAME)[0].Sid
    }
    catch {
        # the machine is a member all the same; its account then counts as its own by its name
        Write-Log "The account in '$DomainName' could not be read: $($_.Exception.Message)"
        return 'by name'
    }
}

# Notes on the machine that it begins to join: an account that comes to be from now on is its own, even when what made
# it was interrupted.
function Write-Attempt {
    param([Parameter(Mandatory = $true)] [string] $DomainName)
    $note = @{ domain = $DomainName; computer = $env:COMPUTERNAME; began = (Get-Date).ToUniversalTime().ToString('o') }
    Set-Content -LiteralPath (Get-AttemptFile) -Value (ConvertTo-Json -InputObject $note) -Encoding UTF8
}

function Test-Attempt {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [datetime] $Created
    )
    $file = Get-AttemptFile
    if (-not (Test-Path -LiteralPath $file)) { return $false }
    $note = ConvertFrom-Json -InputObject (Get-Content -LiteralPath $file -Raw)
    if ($note.domain -ne $DomainName -or $note.computer -ne $env:COMPUTERNAME) { return $false }
    # clocks of a domain differ by five minutes at most
    return $Created.ToUniversalTime() -ge ([datetime]$note.began).ToUniversalTime().AddMinutes(-5)
}

function Clear-Attempt {
    $file = Get-AttemptFile
    if (Test-Path -LiteralPath $file) { Remove-Item -LiteralPath $file -Force }
}

function Get-AttemptFile {
    $folder = Join-Path $env:ProgramData 'Vetro'
    New-Item -ItemType Directory -Path $folder -Force | Out-Null
    return Join-Path $folder 'joining.json'
}

# Leaves the domain. With the password of its administrator the computer's account goes there, too; when the domain does
# not answer any more, the machine leaves all the same.
function Leave-Domain {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [string] $UserName = '',
        [string] $Password = '',
        # the identifier of the account that goes with the membership; empty where it was not kept
        [string] $OwnAccount = ''
    )
    $current = Get-CurrentDomain
    if ($current -eq '') {
        Write-Log "Not in a domain any more"
    }
    elseif ($current -ne $DomainName) {
        throw "$env:COMPUTERNAME is in the domain '$current', not in '$DomainName'."
    }
    elseif (Test-DomainController) {
        throw "$env:COMPUTERNAME is a controller of '$DomainName' and cannot leave it."
    }
    else {
        Exit-Domain -DomainName $DomainName -UserName $UserName -Password $Password
    }
    if ($UserName -ne '' -and $Password -ne '' -and $OwnAccount.StartsWith('S-')) {
        $credential = New-DomainCredential -DomainName $DomainName -UserName $UserName -Password $Password
        try {
            Remove-ComputerAccount -DomainName $DomainName -Credential $credential -Sid $OwnAccount
            Write-Log "The account of this machine in '$DomainName' is removed"
        }
        catch {
            Write-Log "The account of this machine in '$DomainName' stays: $($_.Exception.Message)"
        }
    }
}

function Exit-Domain {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [string] $UserName = '',
        [string] $Password = ''
    )
    if ($UserName -ne '' -and $Password -ne '') {
        try {
            $credential = New-DomainCredential -DomainName $DomainName -UserName $UserName -Password $Password
            Remove-Computer -UnjoinDomainCredential $credential -WorkgroupName 'WORKGROUP' -Force
            Write-Log "Left '$DomainName'"
            return
        }
        catch {
            if (Test-ScriptMistake $_) { throw }
            Write-Log "'$DomainName' did not take part in leaving it: $($_.Exception.Message)"
        }
    }
    # 0: leave the account in the domain as it is; needs nobody but this machine
    $result = Invoke-CimMethod -Query 'SELECT * FROM Win32_ComputerSystem' -MethodName UnjoinDomainOrWorkgroup -Arguments @{ FUnjoinOptions = [uint32]0 }
    if ($result.ReturnValue -ne 0) {
        throw "$env:COMPUTERNAME could not leave '$DomainName': $(Get-ErrorText -Code ([int]$result.ReturnValue))"
    }
    Write-Log "Left '$DomainName' without it"
}

# Removes the accounts of machines that are deleted from their domain. Told again it changes nothing.
function Remove-ComputerFromDomain {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [string] $Password,
        # identifiers of the accounts that Vetro's machines had
        [Parameter(Mandatory = $true)] [string[]] $Accounts,
        # of these, those of machines that are there
        [string[]] $Kept = @()
    )
    $credential = New-DomainCredential -DomainName $DomainName -UserName $UserName -Password $Password
    foreach ($account in $Accounts) {
        if ($Kept -contains $account -or -not $account.StartsWith('S-')) { continue }
        try {
            Remove-ComputerAccount -DomainName $DomainName -Credential $credential -Sid $account
        }
        catch {
            throw "'$UserName' could not remove accounts from '$DomainName': $($_.Exception.GetBaseException().Message)"
        }
        Write-Log "The account $account is no longer in '$DomainName'"
    }
}
