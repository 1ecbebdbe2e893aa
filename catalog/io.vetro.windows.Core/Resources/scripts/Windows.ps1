# What Windows offers by .NET alone, a function for each. Other scripts call these and no such type themselves, so that
# this file is all that has to be replaced where there is no Windows.

# Windows' own sentence for one of its error numbers, in its own language.
function Get-ErrorText {
    param([Parameter(Mandatory = $true)] [int] $Code)
    return (New-Object System.ComponentModel.Win32Exception($Code)).Message
}

# Sets the password, and takes away what would lock everyone out: that the account is disabled, and that its password
# runs out. On a domain controller this is the account of the domain. ADSI takes the password as a value; nothing in it
# can be mistaken for an option, as with "net user".
function Set-AccountPassword {
    param(
        [Parameter(Mandatory = $true)] [string] $Name,
        [Parameter(Mandatory = $true)] [string] $Password
    )
    $disabledBit = 0x2
    $neverExpiresBit = 0x10000
    $account = [ADSI]"WinNT://$env:COMPUTERNAME/$Name,user"
    $account.SetPassword($Password)
    $flags = [int]$account.UserFlags.Value
    $account.UserFlags = ($flags -band (-bnot $disabledBit)) -bor $neverExpiresBit
    $account.SetInfo()
}

# Whether the directory of this controller answers a question; throws what Windows says where it does not.
function Test-DirectoryAnswer {
    $root = New-Object System.DirectoryServices.DirectoryEntry('LDAP://localhost/RootDSE')
    # a property that cannot be read is silently empty in PowerShell; a method tells why
    $root.psbase.RefreshCache()
    return $true
}

# The accounts that a domain has for a computer, by its name or by an identifier: Sid, Name, Created (UTC) of each. The
# user's name and password are those that sign in to the domain; wrong ones are an error of their own (Test-WrongPassword).
function Find-ComputerAccount {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [System.Management.Automation.PSCredential] $Credential,
        [string] $Computer = '',
        [string] $Sid = ''
    )
    $search = New-ComputerSearch @PSBoundParameters
    try {
        foreach ($found in $search.FindAll()) {
            $identifier = New-Object System.Security.Principal.SecurityIdentifier([byte[]]$found.Properties['objectsid'][0], 0)
            [pscustomobject]@{
                Sid     = $identifier.Value
                Name    = [string]$found.Properties['cn'][0]
                Created = [datetime]$found.Properties['whencreated'][0]
            }
        }
    }
    finally {
        $search.SearchRoot.psbase.Dispose()
        $search.Dispose()
    }
}

# Removes the account of a computer, with all that hangs below it; one that is not there is no error.
function Remove-ComputerAccount {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [System.Management.Automation.PSCredential] $Credential,
        [Parameter(Mandatory = $true)] [string] $Sid
    )
    $search = New-ComputerSearch @PSBoundParameters
    try {
        foreach ($found in $search.FindAll()) { $found.GetDirectoryEntry().psbase.DeleteTree() }
    }
    finally {
        $search.SearchRoot.psbase.Dispose()
        $search.Dispose()
    }
}

function New-ComputerSearch {
    param([string] $DomainName, [System.Management.Automation.PSCredential] $Credential, [string] $Computer = '', [string] $Sid = '')
    $root = New-Object System.DirectoryServices.DirectoryEntry(
        "LDAP://$DomainName", $Credential.UserName, $Credential.GetNetworkCredential().Password,
        [System.DirectoryServices.AuthenticationTypes]'Secure, Sealing, Signing')
    $filter = if ($Sid -ne '') { "(objectSid=$Sid)" } else { "(&(objectCategory=computer)(sAMAccountName=$Computer`$))" }
    return New-Object System.DirectoryServices.DirectorySearcher($root, $filter, [string[]]@('objectSid', 'cn', 'whenCreated'))
}

# ---- accounts by what they are: a well-known one has another name on a Windows of another language, and the short name of a
# domain need not be the first part of its long one

# S-1-5-32-544 and S-1-5-18: see "Well-known SIDs" of Microsoft's documentation
$script:AdministratorsSid = 'S-1-5-32-544'
$script:SystemSid = 'S-1-5-18'

# The name that this Windows has for an identifier: VORDEFINIERT\Administratoren on a German one.
function Resolve-AccountName {
    param([Parameter(Mandatory = $true)] [string] $Sid)
    $known = New-Object System.Security.Principal.SecurityIdentifier($Sid)
    return $known.Translate([System.Security.Principal.NTAccount]).Value
}

# The identifier of an account, whose name is written NAME, DOMAIN\NAME or NAME@DOMAIN; the domain by its long or short name.
function Resolve-AccountSid {
    param([Parameter(Mandatory = $true)] [string] $Name)
    $known = New-Object System.Security.Principal.NTAccount($Name)
    return $known.Translate([System.Security.Principal.SecurityIdentifier]).Value
}

# An account of a domain as Windows and SQL Server write it, NETBIOS\NAME: asked, as the short name of a domain is its own.
function Resolve-DomainAccount {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $Name
    )
    # one that was just made may not be known to every controller yet
    $sid = Wait-Until -What "Finding the account of $($Name.TrimEnd('$')) in '$DomainName'" -Seconds 300 -Condition {
        Resolve-AccountSid -Name "$DomainName\$Name"
    }
    return Resolve-AccountName -Sid $sid
}

# Whether two ways to write an account mean the same one.
function Test-SameAccount {
    param(
        [Parameter(Mandatory = $true)] [string] $One,
        [Parameter(Mandatory = $true)] [string] $Other
    )
    if ($One -eq $Other) { return $true }
    $sids = foreach ($account in $One, $Other) {
        # what services call the machine itself is no name of an account
        if ($account -eq 'LocalSystem') { $script:SystemSid }
        else { Resolve-AccountSid -Name ($account -replace '^\.\\', "$env:COMPUTERNAME\") }
    }
    return $sids[0] -eq $sids[1]
}

# Whether whoever runs this may do everything on this machine.
function Test-Administrator {
    $user = New-Object System.Security.Principal.WindowsPrincipal([System.Security.Principal.WindowsIdentity]::GetCurrent())
    return $user.IsInRole((New-Object System.Security.Principal.SecurityIdentifier('S-1-5-32-544')))
}

# Whether a domain takes this password for this account.
function Test-DomainPassword {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $Name,
        [Parameter(Mandatory = $true)] [string] $Password
    )
    Add-Type -AssemblyName System.DirectoryServices.AccountManagement
    $kind = [System.DirectoryServices.AccountManagement.ContextType]::Domain
    $domain = New-Object System.DirectoryServices.AccountManagement.PrincipalContext($kind, $DomainName)
    try { return $domain.ValidateCredentials($Name, $Password) }
    finally { $domain.Dispose() }
}

# Lets an account (or an identifier) into a folder and all below it.
function Grant-FolderAccess {
    param(
        [Parameter(Mandatory = $true)] [string] $Path,
        [Parameter(Mandatory = $true)] [string] $Sid,
        [ValidateSet('Modify', 'FullControl')] [string] $Right = 'Modify'
    )
    $rules = Get-Acl -LiteralPath $Path
    $rules.AddAccessRule((New-Object System.Security.AccessControl.FileSystemAccessRule(
                (New-Object System.Security.Principal.SecurityIdentifier($Sid)), $Right,
                'ContainerInherit, ObjectInherit', 'None', 'Allow')))
    Set-Acl -LiteralPath $Path -AclObject $rules
}

# Lets nobody into a folder but these.
function Set-FolderAccess {
    param(
        [Parameter(Mandatory = $true)] [string] $Path,
        [Parameter(Mandatory = $true)] [string[]] $Sids
    )
    $rules = New-Object System.Security.AccessControl.DirectorySecurity
    $rules.SetAccessRuleProtection($true, $false)
    foreach ($sid in $Sids) {
        $rules.AddAccessRule((New-Object System.Security.AccessControl.FileSystemAccessRule(
                    (New-Object System.Security.Principal.SecurityIdentifier($sid)), 'FullControl',
                    'ContainerInherit, ObjectInherit', 'None', 'Allow')))
    }
    Set-Acl -LiteralPath $Path -AclObject $rules
}

# Lets an account make computers in a container of the directory.
function Grant-ComputerCreation {
    param(
        [Parameter(Mandatory = $true)] [string] $Container,
        [Parameter(Mandatory = $true)] [string] $Sid
    )
    # literally: an organizational unit may have brackets in its name
    $path = "AD:\$Container"
    $rules = Get-Acl -LiteralPath $path
    $account = New-Object System.Security.Principal.SecurityIdentifier($Sid)
    # the second identifier is that of the class "computer"
    $rules.AddAccessRule((New-Object System.DirectoryServices.ActiveDirectoryAccessRule(
                $account, 'CreateChild', 'Allow', [guid]'bf967a86-0de6-11d0-a285-00aa003049e2')))
    $rules.AddAccessRule((New-Object System.DirectoryServices.ActiveDirectoryAccessRule($account, 'GenericRead', 'Allow')))
    Set-Acl -LiteralPath $path -AclObject $rules
}
