# The types of Windows, the world, and what carries plans out in it: for driver.ps1 and story.ps1, which give $Work.
# $env:VETRO_TRANSACT_SQL names Microsoft's parser of T-SQL.
$root = $PSScriptRoot

# ---- types of Windows under their names
# compiled once for each text of it, as it takes seconds, and for every run
$source = [System.IO.File]::ReadAllText("$root/types.cs")
$digest = [Convert]::ToHexString([System.Security.Cryptography.SHA256]::HashData([System.Text.Encoding]::UTF8.GetBytes($source))).Substring(0, 16)
$library = "$(Split-Path $Work)/types-$digest.dll"
if (-not (Test-Path $library)) {
    $draft = "$Work/types.dll"
    Add-Type -TypeDefinition $source -OutputAssembly $draft -OutputType Library
    # another process may just have done so, and have it in use
    try { [System.IO.File]::Move($draft, $library) } catch { if (-not (Test-Path $library)) { throw } }
}
Add-Type -Path $library, $env:VETRO_TRANSACT_SQL
$accelerators = [psobject].Assembly.GetType('System.Management.Automation.TypeAccelerators')
$names = @{
    ADSI = 'Adsi'
    'System.Security.Principal.NTAccount' = 'NTAccount'
    'System.Security.Principal.SecurityIdentifier' = 'SecurityIdentifier'
    'System.Security.Principal.WindowsIdentity' = 'WindowsIdentity'
    'System.Security.Principal.WindowsPrincipal' = 'WindowsPrincipal'
    'System.Security.AccessControl.FileSystemAccessRule' = 'FileSystemAccessRule'
    'System.Security.AccessControl.DirectorySecurity' = 'AccessList'
    'System.DirectoryServices.ActiveDirectoryAccessRule' = 'ActiveDirectoryAccessRule'
    'System.DirectoryServices.DirectoryEntry' = 'DirectoryEntry'
    'System.DirectoryServices.DirectorySearcher' = 'DirectorySearcher'
    'System.DirectoryServices.AuthenticationTypes' = 'AuthenticationTypes'
    'System.DirectoryServices.AccountManagement.ContextType' = 'ContextType'
    'System.DirectoryServices.AccountManagement.PrincipalContext' = 'PrincipalContext'
    'System.Data.SqlClient.SqlConnection' = 'SqlConnection'
    'System.Data.SqlClient.SqlException' = 'SqlException'
    'System.Xml.XmlDocument' = 'XmlDocument'
    'System.Net.HttpWebRequest' = 'HttpWebRequest'
    'System.Diagnostics.Process' = 'Process'
    'System.Diagnostics.ProcessStartInfo' = 'ProcessStartInfo'
    'System.ComponentModel.Win32Exception' = 'Win32Exception'
}
foreach ($name in $names.Keys) { $accelerators::Add($name, [type]"Vetro.Testing.$($names[$name])") }

# ---- the module of the world: here for building and looking, and in each runspace for the scripts
$standIns = [System.IO.File]::ReadAllText("$Work/stand-ins.ps1")
$parts = @("$root/world.ps1") + @(Get-ChildItem "$root/behaviours/*.ps1" | Sort-Object Name | ForEach-Object FullName)
$behaviourTexts = ($parts | ForEach-Object { [System.IO.File]::ReadAllText($_) }) -join "`n"
$moduleText = "$behaviourTexts`n$standIns"
$world = New-Module -Name World -ScriptBlock ([scriptblock]::Create("$behaviourTexts`nExport-ModuleMember -Function none"))
# only what builds and looks: the stand-ins would be in the way of this script
$building = 'New-World', 'Add-Machine', 'Add-Domain', 'Add-DomainMember', 'Restart-WorldMachine', 'Get-WorldText', 'Find-Sid', 'Find-AccountName', 'Get-DomainOf', 'Install-WorldFeature', 'New-DomainSid', 'Add-ControllerRole', 'Test-Credential', 'Get-PlainText', 'ConvertTo-DomainPath', 'Add-DnsRecord', 'Find-Controller', 'Add-SqlServer', 'Get-ClusterVotes', 'Set-WorldPower', 'Add-NodeRecord', 'New-ClusterAccount'
foreach ($name in $building) { Set-Item "function:$name" ([scriptblock]::Create("& `$script:world $name @args")) }

. "$root/table.ps1"
. "$root/starting-worlds.ps1"
