# What the nodes share: the account that SQL Server runs as, and a folder for copies of databases.

# Makes sure of the account: one that is not there is created, one that is there must have this password or the one that it
# had before, which is then changed. One that a creation left disabled, as Windows makes the account before it judges the
# password, is finished.
function Confirm-SqlServiceAccount {
    param(
        [Parameter(Mandatory = $true)] [string] $ServiceUserName,
        [Parameter(Mandatory = $true)] [string] $ServicePassword,
        # the one that it had before, if any
        [string] $OldPassword = '',
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [string] $Password
    )
    $values = @{
        Name = $ServiceUserName; Password = $ServicePassword; OldPassword = $OldPassword; Domain = $DomainName
        Description = 'SQL Server runs as this account'
    }
    Invoke-AsDomainUser -DomainName $DomainName -UserName $UserName -Password $Password -Values $values -Script {
        param($values)
        Import-Module ActiveDirectory
        $name = $values.Name
        $secret = New-Object System.Security.SecureString
        foreach ($character in $values.Password.ToCharArray()) { $secret.AppendChar($character) }
        $known = Get-ADUser -Filter { SamAccountName -eq $name } -Properties Description
        if ($known) {
            $isUnfinished = -not $known.Enabled -and $known.Description -eq $values.Description
            if (-not $isUnfinished) {
                if (Test-DomainPassword -DomainName $values.Domain -Name $name -Password $values.Password) { return }
                if ($values.OldPassword -eq '' -or
                    -not (Test-DomainPassword -DomainName $values.Domain -Name $name -Password $values.OldPassword)) {
                    throw "The domain $($values.Domain) has an account '$name' already, with another password."
                }
            }
            Set-ADAccountPassword -Identity $name -Reset -NewPassword $secret
            if ($isUnfinished) {
                Set-ADUser -Identity $name -Enabled $true -PasswordNeverExpires $true -CannotChangePassword $true
            }
            return
        }
        $user = @{
            Name                 = $name
            SamAccountName       = $name
            UserPrincipalName    = "$name@$($values.Domain)"
            Description          = $values.Description
            AccountPassword      = $secret
            Enabled              = $true
            PasswordNeverExpires = $true
            CannotChangePassword = $true
        }
        try { New-ADUser @user }
        catch {
            # what is left of it would be in the way of the next try
            $half = Get-ADUser -Filter { SamAccountName -eq $name }
            if ($half) { Remove-ADUser -Identity $name -Confirm:$false }
            throw
        }
    } | Out-Null
    Write-Log "SQL Server will run as '$DomainName\$ServiceUserName'"
}

# The folder through which databases reach the other servers, on the one that is in charge.
function New-SharedFolderForAOAG {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $ServiceUserName
    )
    Install-MissingFeature -Name 'FS-FileServer'
    $folder = 'C:\AlwaysOn'
    New-Item -ItemType Directory -Path $folder -Force | Out-Null
    $account = Resolve-DomainAccount -DomainName $DomainName -Name $ServiceUserName
    Grant-FolderAccess -Path $folder -Sid (Resolve-AccountSid -Name $account) -Right Modify
    if (-not (Find-Share -Name 'AlwaysOn')) {
        New-SmbShare -Name 'AlwaysOn' -Path $folder -ChangeAccess $account -ErrorAction Stop | Out-Null
    }
    Write-Log "Databases are copied by way of \\$env:COMPUTERNAME\AlwaysOn"
}
