# Drives: C: is a folder of the machine's own; HKLM:, IIS: and AD: are answered by behaviours of their subjects; what stands
# behind \\MACHINE\SHARE is that machine's disk.

$script:ItemParameters = @'
        [Parameter(ParameterSetName='Path', Mandatory, Position=0, ValueFromPipeline, ValueFromPipelineByPropertyName)] [string[]] $Path,
        [Parameter(ParameterSetName='LiteralPath', Mandatory, ValueFromPipelineByPropertyName)] [Alias('PSPath')] [string[]] $LiteralPath
'@

# Cmdlets of Windows PowerShell 5.1 that work on items, with the parameters that its file system adds.
$script:ItemCmdlets = [ordered]@{
    'Test-Path'          = '[string] $Filter, [string[]] $Include, [string[]] $Exclude, [Alias("Type")] [ValidateSet("Any","Container","Leaf")] [string] $PathType, [switch] $IsValid'
    'Get-Item'           = '[string] $Filter, [string[]] $Include, [string[]] $Exclude, [switch] $Force'
    'Get-ChildItem'      = '[Parameter(Position=1)] [string] $Filter, [string[]] $Include, [string[]] $Exclude, [switch] $Recurse, [uint32] $Depth, [switch] $Force, [switch] $Name, [switch] $Directory, [switch] $File, [switch] $Hidden'
    'Remove-Item'        = '[string] $Filter, [string[]] $Include, [string[]] $Exclude, [switch] $Recurse, [switch] $Force'
    'Copy-Item'          = '[Parameter(Position=1)] [string] $Destination, [switch] $Container, [switch] $Recurse, [switch] $Force, [switch] $PassThru, [string] $Filter, [string[]] $Include, [string[]] $Exclude'
    'Move-Item'          = '[Parameter(Position=1)] [string] $Destination, [switch] $Force, [switch] $PassThru'
    'Rename-Item'        = '[Parameter(Mandatory, Position=1)] [string] $NewName, [switch] $Force, [switch] $PassThru'
    'Get-Content'        = '[switch] $Raw, [string] $Encoding, [int64] $TotalCount, [int] $Tail, [int64] $ReadCount'
    'Set-Content'        = '[Parameter(Mandatory, Position=1, ValueFromPipeline)] [AllowNull()] [AllowEmptyCollection()] [object[]] $Value, [string] $Encoding, [switch] $Force, [switch] $NoNewline, [switch] $PassThru'
    'Add-Content'        = '[Parameter(Mandatory, Position=1, ValueFromPipeline)] [AllowNull()] [AllowEmptyCollection()] [object[]] $Value, [string] $Encoding, [switch] $Force, [switch] $NoNewline'
    'Get-ItemProperty'   = '[Parameter(Position=1)] [string[]] $Name'
    'Set-ItemProperty'   = '[Parameter(Mandatory, Position=1)] [string] $Name, [Parameter(Mandatory, Position=2)] [AllowNull()] $Value, [string] $Type, [switch] $Force, [switch] $PassThru'
    'New-ItemProperty'   = '[Parameter(Mandatory, Position=1)] [string] $Name, $Value, [Alias("Type")] [string] $PropertyType, [switch] $Force'
    'Remove-ItemProperty' = '[Parameter(Mandatory, Position=1)] [string[]] $Name, [switch] $Force'
    'Get-Acl'            = '[switch] $Audit'
    'Set-Acl'            = '[Parameter(Mandatory, Position=1)] $AclObject, [switch] $Passthru'
    'Import-Clixml'      = ''
}
foreach ($cmdlet in $script:ItemCmdlets.Keys) {
    $parameters = $script:ItemParameters
    # content comes by the pipe, its place does not
    if ($cmdlet -in 'Set-Content', 'Add-Content') { $parameters = $parameters -replace ', ValueFromPipeline, ', ', ' }
    $further = if ($script:ItemCmdlets[$cmdlet]) { ",`n        $($script:ItemCmdlets[$cmdlet])" } else { '' }
    $text = "[CmdletBinding(SupportsShouldProcess, DefaultParameterSetName='Path')] param(`n$parameters$further)`nprocess { Invoke-ItemStandIn '$cmdlet' `$PSBoundParameters `$PSCmdlet }"
    # what comes by the pipe is one content
    if ($cmdlet -in 'Set-Content', 'Add-Content') { $text = $text -replace 'process \{.*\}$', "begin { `$all = @() } process { `$all += `$Value } end { `$bound = Copy-Bound `$PSBoundParameters; `$bound.Value = `$all; Invoke-ItemStandIn '$cmdlet' `$bound `$PSCmdlet }" }
    # folders that are listed without a path
    if ($cmdlet -eq 'Get-ChildItem') { $text = $text -replace "ParameterSetName='Path', Mandatory", "ParameterSetName='Path'" }
    Set-Item -Path "function:$cmdlet" -Value ($ExecutionContext.SessionState.Module.NewBoundScriptBlock([scriptblock]::Create($text)))
}
function New-Item {
    [CmdletBinding(SupportsShouldProcess)]
    param([Parameter(Mandatory, Position = 0)] [string[]] $Path, [string] $Name, [Alias('Type')] [string] $ItemType, $Value, [switch] $Force)
    process { Invoke-ItemStandIn 'New-Item' $PSBoundParameters $PSCmdlet }
}
function Export-Clixml {
    [CmdletBinding(DefaultParameterSetName = 'Path')]
    param(
        [Parameter(ParameterSetName = 'Path', Mandatory, Position = 0)] [string] $Path,
        [Parameter(ParameterSetName = 'LiteralPath', Mandatory)] [string] $LiteralPath,
        [Parameter(Mandatory, ValueFromPipeline)] [AllowNull()] $InputObject, [int] $Depth, [switch] $Force, [string] $Encoding
    )
    process { Invoke-ItemStandIn 'Export-Clixml' $PSBoundParameters $PSCmdlet }
}

$script:FileWrites = 'New-Item', 'Remove-Item', 'Copy-Item', 'Move-Item', 'Rename-Item', 'Set-Content', 'Add-Content', 'Export-Clixml'
# Windows PowerShell 5.1 writes a mark in front of UTF-8, PowerShell 7 does not
$script:Encodings = @{ UTF8 = 'utf8BOM'; Unicode = 'unicode'; Default = 'latin1' }

function Invoke-ItemStandIn([string] $Name, $Bound, $Caller) {
    $parameters = Copy-Bound $Bound
    try {
        $machine = $script:World.machines[$script:Here]
        $key = if ($parameters.ContainsKey('LiteralPath')) { 'LiteralPath' } else { 'Path' }
        $paths = @($parameters[$key])
        # the log of the scripts themselves is no part of what they do
        if ("$($paths[0])" -match 'ProgramData[\\/]Vetro([\\/]deployment\.log)?$') { return Invoke-FileCmdlet $Name $parameters $key }
        Enter-Call $Name "$paths"
        $number = $script:CallCount
        foreach ($path in $paths) {
            $drive = if ("$path" -match '^(HKLM|HKCU|HKEY_LOCAL_MACHINE|IIS|AD|Cert):') { $Matches[1] } else { 'C' }
            $behaviour = $script:Providers["$drive $Name"]
            if ($drive -ne 'C' -and -not $behaviour) { Stop-Case "The world has no behaviour for $Name on the drive ${drive}:." }
            if ($behaviour) { & $behaviour $script:World $machine "$path" $parameters; continue }
            if ($Name -in 'Get-Acl', 'Set-Acl') { & $script:Behaviours["$Name of a file"].Do $script:World $machine "$path" $parameters; continue }
            $parameters[$key] = ConvertTo-DiskPath "$path"
            if ($parameters.ContainsKey('Destination')) { $parameters.Destination = ConvertTo-DiskPath $parameters.Destination }
            Invoke-FileCmdlet $Name $parameters $key
            # what goes takes its access list with it
            if ($Name -eq 'Remove-Item') { foreach ($place in @($machine.acls.Keys | Where-Object { "$_\".StartsWith("$(ConvertTo-WindowsPath "$path")\", 'OrdinalIgnoreCase') })) { $machine.acls.Remove($place) } }
        }
        Leave-Call $Name ($script:FileWrites -contains $Name) $number
    }
    catch { Write-CallError $_ 'Microsoft.PowerShell.Management' $parameters $Caller }
}

function Invoke-FileCmdlet([string] $Name, [hashtable] $Parameters, [string] $Key) {
    $own = @{} + $Parameters
    $own.ErrorAction = 'Stop'
    if ($own.Encoding) { $own.Encoding = if ($script:Encodings[$own.Encoding]) { $script:Encodings[$own.Encoding] } else { $own.Encoding } }
    if ($Name -eq 'New-Item' -and $own.Path) { $own.Path = ConvertTo-DiskPath "$($own.Path)" }
    if ($Name -eq 'Remove-Item') { $own.Confirm = $false }
    $module = if ($Name -like '*-Clixml') { 'Microsoft.PowerShell.Utility' } else { 'Microsoft.PowerShell.Management' }
    if ($Name -notin 'Get-Item', 'Get-ChildItem' -or $own.Name) { return & "$module\$Name" @own }
    # files name their places as Windows does
    foreach ($item in & "$module\$Name" @own) {
        Add-Member -InputObject $item -NotePropertyName FullName -NotePropertyValue (ConvertTo-WindowsPath $item.FullName) -Force
        if ($item -is [System.IO.FileInfo]) { Add-Member -InputObject $item -NotePropertyName DirectoryName -NotePropertyValue (ConvertTo-WindowsPath $item.DirectoryName) -Force }
        $item
    }
}

# \\MACHINE\SHARE\x is on that machine's disk; C:\x on one's own.
function ConvertTo-DiskPath([string] $Path) {
    # the long form of a path: https://learn.microsoft.com/windows/win32/fileio/maximum-file-path-limitation
    $Path = $Path -replace '^\\\\\?\\', ''
    if ($Path -notmatch '^(\\\\|//)([^\\/]+)[\\/]([^\\/]+)(.*)$') { return $Path }
    $machine = $script:World.machines[($Matches[2] -split '\.')[0]]
    $share = if ($machine -and $machine.up) { $machine.shares[$Matches[3]] }
    # https://learn.microsoft.com/windows/win32/debug/system-error-codes--0-499- (53)
    if (-not $share) { Stop-Call -Source 'system-errors-0' -Message 'The network path was not found.' -Type 'System.IO.IOException' }
    Microsoft.PowerShell.Management\Join-Path $script:World.disk "$($machine.name)/C" (($share.path -replace '^C:', '') -replace '\\', '/') ($Matches[4] -replace '\\', '/')
}

# What Windows calls a place on the disk, whatever way it was reached.
function ConvertTo-WindowsPath([string] $Path) {
    $own = "$($script:World.disk)/$($script:Here)/"
    $short = if ($Path.StartsWith($own)) { $Path.Substring($own.Length) } else { $Path -replace '^.*FileSystem::', '' }
    $short = $short -replace '/', '\' -replace '^C\\', 'C:\'
    if ($short -ne 'C:\') { $short = $short.TrimEnd('\') }
    $short
}

Add-Behaviour 'Get-Acl of a file' {
    param($world, $machine, $path, $parameters)
    if (-not (Microsoft.PowerShell.Management\Test-Path -LiteralPath $path)) { Stop-Call -Source 'path-not-found' -Message "Cannot find path '$path' because it does not exist." -Id 'PathNotFound' }
    $list = New-Object Vetro.Testing.AccessList
    foreach ($rule in @($machine.acls[(ConvertTo-WindowsPath $path)].rules | Where-Object { $_ })) { $list.Rules.Add($rule) }
    $list
}
Add-Behaviour 'Set-Acl of a file' {
    param($world, $machine, $path, $parameters)
    $list = $parameters.AclObject
    $rules = @($list.Rules | Sort-Object -Property { "$($_.sid) $($_.rights)" } -Unique)
    $machine.acls[(ConvertTo-WindowsPath $path)] = @{ rules = $rules; isProtected = [bool]$list.AreAccessRulesProtected }
}
# A rule names an account of this Windows, or nobody:
# https://learn.microsoft.com/dotnet/api/system.security.principal.identitynotmappedexception
Add-Behaviour 'access-rule' -Uncounted {
    param($world, $machine, $values)
    $rule = $values[0]
    $sid = if ($rule.IdentityReference -is [Vetro.Testing.SecurityIdentifier]) { $rule.IdentityReference.Value } else { Find-Sid $world $machine $rule.IdentityReference.Value }
    if (-not $sid) { Stop-Call -Source 'identity-not-mapped' -Message 'Some or all identity references could not be translated.' }
    $rights = if ($rule -is [Vetro.Testing.ActiveDirectoryAccessRule]) { "$($rule.ActiveDirectoryRights) $($rule.ObjectType)" } else { "$($rule.FileSystemRights)" }
    @{ sid = $sid; rights = $rights; kind = "$($rule.AccessControlType)" }
}

# The registry: keys by path, in their case.
function ConvertTo-Key([string] $Path) { ($Path -replace '^HKEY_LOCAL_MACHINE', 'HKLM:' -replace '/', '\' -replace ':\\+', ':\').TrimEnd('\') }
Add-ItemBehaviour 'HKLM' 'Test-Path' { param($world, $machine, $path) [bool]$machine.registry[(ConvertTo-Key $path)] }
Add-ItemBehaviour 'HKLM' 'New-Item' {
    param($world, $machine, $path)
    $key = ConvertTo-Key $path
    if (-not $machine.registry[$key]) { $machine.registry[$key] = @{} }
    [pscustomobject]@{ Name = $key }
}
Add-ItemBehaviour 'HKLM' 'Get-ItemProperty' {
    param($world, $machine, $path, $parameters)
    $values = $machine.registry[(ConvertTo-Key $path)]
    # https://github.com/PowerShell/PowerShell/blob/master/src/System.Management.Automation/resources/SessionStateStrings.resx (PathNotFound)
    if ($null -eq $values) { Stop-Call -Source 'path-not-found' -Message "Cannot find path '$path' because it does not exist." -Id 'PathNotFound' }
    $answer = New-Object psobject
    foreach ($name in $values.Keys) { if (-not $parameters.Name -or $parameters.Name -contains $name) { $answer | Add-Member NoteProperty $name $values[$name] } }
    $answer
}
Add-ItemBehaviour 'HKLM' 'Set-ItemProperty', 'New-ItemProperty' {
    param($world, $machine, $path, $parameters)
    $values = $machine.registry[(ConvertTo-Key $path)]
    if ($null -eq $values) { Stop-Call -Source 'path-not-found' -Message "Cannot find path '$path' because it does not exist." -Id 'PathNotFound' }
    $values[$parameters.Name] = $parameters.Value
}
Add-ItemBehaviour 'HKLM' 'Remove-ItemProperty' {
    param($world, $machine, $path, $parameters)
    foreach ($name in $parameters.Name) { $machine.registry[(ConvertTo-Key $path)].Remove($name) }
}
Add-ItemBehaviour 'HKLM' 'Remove-Item' { param($world, $machine, $path) $machine.registry.Remove((ConvertTo-Key $path)) }

# PowerShell joins with the sign of the system that it runs on; a script's own folder is a place of that system ($PSScriptRoot).
function Join-Path {
    [CmdletBinding()] param([Parameter(Mandatory, Position = 0)] [Alias('PSPath')] [string[]] $Path, [Parameter(Mandatory, Position = 1)] [AllowEmptyString()] [string] $ChildPath, [switch] $Resolve)
    process { foreach ($one in $Path) { "$($one.TrimEnd('\', '/'))$(if ($one.StartsWith('/')) { '/' } else { '\' })$($ChildPath.TrimStart('\', '/'))" } }
}
function Get-PSDrive {
    [CmdletBinding()] param([Parameter(Position = 0)] [string[]] $Name, [string[]] $PSProvider, [string] $Scope)
    [pscustomobject]@{ Name = 'C'; Root = 'C:\'; Provider = 'FileSystem'; Free = 80GB; Used = 20GB }
}
