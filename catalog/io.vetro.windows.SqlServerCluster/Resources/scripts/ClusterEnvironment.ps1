# What the nodes share before SQL Server comes: the account it runs as, and a folder for copies of databases.

# Makes sure of the account: one that is there must have this password, one that is not is created.
function Confirm-SqlServiceAccount {
    param(
        [Parameter(Mandatory = $true)] [string] $ServiceUserName,
        [Parameter(Mandatory = $true)] [string] $ServicePassword,
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [string] $Password
    )
    $values = @{ Name = $ServiceUserName; Password = $ServicePassword; Domain = $DomainName }
    Invoke-AsDomainUser -DomainName $DomainName -UserName $UserName -Password $Password -Values $values -Script {
        param($values)
        Import-Module ActiveDirectory
        $name = $values.Name
        $known = Get-ADUser -Filter { SamAccountName -eq $name }
        if ($known) {
            Add-Type -AssemblyName System.DirectoryServices.AccountManagement
            $kind = [System.DirectoryServices.AccountManagement.ContextType]::Domain
            $domain = New-Object System.DirectoryServices.AccountManagement.PrincipalContext($kind, $values.Domain)
            if (-not $domain.ValidateCredentials($name, $values.Password)) {
                throw "The domain $($values.Domain) has an account '$name' already, with another password."
            }
            return
        }
        $secret = New-Object System.Security.SecureString
        foreach ($character in $values.Password.ToCharArray()) { $secret.AppendChar($character) }
        $user = @{
            Name                 = $name
            SamAccountName       = $name
            UserPrincipalName    = "$name@$($values.Domain)"
            Description          = 'SQL Server runs as this account'
            AccountPassword      = $secret
            Enabled              = $true
            PasswordNeverExpires = $true
            CannotChangePassword = $true
        }
        New-ADUser @user
    } | Out-Null
    Write-Log "SQL Server will run as '$DomainName\$ServiceUserName'"
}

# The folder on the first node through which databases reach the others.
function New-SharedFolderForAOAG {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $ServiceUserName
    )
    Install-MissingFeature -Name 'FS-FileServer'
    $account = "$DomainName\$ServiceUserName"
    $folder = 'C:\AlwaysOn'
    New-Item -ItemType Directory -Path $folder -Force | Out-Null
    $rules = Get-Acl -LiteralPath $folder
    $rules.AddAccessRule((New-Object System.Security.AccessControl.FileSystemAccessRule(
                $account, 'Modify', 'ContainerInherit, ObjectInherit', 'None', 'Allow')))
    Set-Acl -LiteralPath $folder -AclObject $rules
    if (-not (Get-SmbShare -Name 'AlwaysOn' -ErrorAction SilentlyContinue)) {
        New-SmbShare -Name 'AlwaysOn' -Path $folder -ChangeAccess $account | Out-Null
    }
    Write-Log "Databases are copied by way of \\$env:COMPUTERNAME\AlwaysOn"
}
