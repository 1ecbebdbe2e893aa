# What every Windows has: time, itself (CIM), services, features, programs, modules, accounts of its own.

# ---- time: a wait costs nothing and moves the clock of the world
function Get-Date {
    [CmdletBinding()] param([Parameter(Position = 0, ValueFromPipeline)] $Date, [string] $Format, [string] $UFormat)
    $moment = if ($PSBoundParameters.ContainsKey('Date')) { [datetime]$Date } else { $script:World.clock }
    if ($Format) { $moment.ToString($Format) } else { $moment }
}
function Start-Sleep {
    [CmdletBinding(DefaultParameterSetName = 'Seconds')]
    param([Parameter(ParameterSetName = 'Seconds', Position = 0, Mandatory)] [double] $Seconds, [Parameter(ParameterSetName = 'Milliseconds', Mandatory)] [int] $Milliseconds)
    if ($script:IsDead) { exit }
    $script:World.clock = $script:World.clock.AddSeconds($Seconds + $Milliseconds / 1000)
    # a machine that restarts of itself comes back while others wait
    foreach ($machine in @($script:World.machines.Values)) {
        if ($machine.backAt -and $script:World.clock -ge $machine.backAt) { $machine.up = $true; $machine.backAt = $null; Restart-WorldMachine $script:World $machine.name }
    }
}

# ---- the machine, by CIM and by WMI
$script:CimClasses = @{
    Win32_ComputerSystem  = {
        param($world, $machine)
        [pscustomobject]@{ Name = $machine.name; DomainRole = $machine.role; PartOfDomain = $machine.domain -ne ''; Domain = $(if ($machine.domain) { $machine.domain } else { $machine.workgroup }); CimClass = 'Win32_ComputerSystem' }
    }
    Win32_OperatingSystem = {
        param($world, $machine)
        [pscustomobject]@{ Caption = 'Microsoft Windows Server 2022 Standard'; Version = '10.0.20348'; ProductType = $(if ($machine.role -ge 4) { 2 } else { 3 }); OSLanguage = @{ en = 1033; de = 1031; fr = 1036 }[$machine.language]; OperatingSystemSKU = $(if ($machine.desktop) { 7 } else { 13 }) }
    }
    Win32_Service         = {
        param($world, $machine)
        foreach ($name in @($machine.services.Keys)) {
            $service = $machine.services[$name]
            [pscustomobject]@{ Name = $name; StartMode = @{ Automatic = 'Auto'; Manual = 'Manual'; Disabled = 'Disabled' }[$service.start]; State = $service.status; StartName = $service.account; Status = 'OK'; CimClass = 'Win32_Service' }
        }
    }
    Win32_UserAccount     = {
        param($world, $machine)
        foreach ($name in $machine.users.Keys) { [pscustomobject]@{ Name = $name; SID = $machine.users[$name].sid; LocalAccount = $true; Domain = $machine.name; Disabled = -not $machine.users[$name].enabled } }
        # a controller has no accounts of its own: its domain's are told, https://learn.microsoft.com/windows/win32/cimwin32prov/win32-useraccount
        $domain = Get-DomainOf $world $machine
        if ($domain) { foreach ($name in $domain.users.Keys) { [pscustomobject]@{ Name = $name; SID = $domain.users[$name].sid; LocalAccount = $false; Domain = $domain.netbios; Disabled = -not $domain.users[$name].enabled } } }
    }
}
function Get-CimAnswer($World, $Machine, $Parameters) {
    $name = if ($Parameters.ClassName) { $Parameters.ClassName } else { $Parameters.Class }
    $class = $script:CimClasses[$name]
    if (-not $class) { Stop-Case "The world has no class $name of CIM." }
    $all = @(& $class $World $Machine)
    if (-not $Parameters.Filter) { return $all }
    foreach ($part in $Parameters.Filter -split '\s+AND\s+') {
        if ($part -notmatch "^\s*(\w+)\s*(=|LIKE)\s*('([^']*)'|""([^""]*)""|\w+)\s*$") { Stop-Case "The world cannot read the filter $($Parameters.Filter)." }
        $property = $Matches[1]
        $value = if ($Matches[4]) { $Matches[4] } elseif ($Matches[5]) { $Matches[5] } else { $Matches[3].Trim("'", '"') }
        $pattern = if ($Matches[2] -eq 'LIKE') { $value.Replace('%', '*').Replace('_', '?') } else { [wildcardpattern]::Escape($value) }
        $all = @($all | Where-Object { "$($_.$property)" -like $pattern })
    }
    $all
}
Add-Behaviour 'Get-CimInstance' { param($world, $machine, $parameters) Get-CimAnswer $world $machine $parameters }
Add-Behaviour 'Get-WmiObject' {
    param($world, $machine, $parameters)
    foreach ($one in Get-CimAnswer $world $machine $parameters) {
        if ($one.CimClass -eq 'Win32_ComputerSystem') { $one | Add-Member ScriptMethod UnjoinDomainOrWorkgroup { param($password, $user, $options) [pscustomobject]@{ ReturnValue = [Vetro.Testing.Machine]::Ask('unjoin', $options) } } }
        $one
    }
}
Add-Behaviour 'Invoke-CimMethod' {
    param($world, $machine, $parameters)
    if ($parameters.MethodName -ne 'UnjoinDomainOrWorkgroup') { Stop-Case "The world has no method $($parameters.MethodName) of CIM." }
    [pscustomobject]@{ ReturnValue = & $script:Behaviours['unjoin'].Do $world $machine @($parameters.Arguments.FUnjoinOptions) }
}

# ---- services
function Get-ServiceRecord($Machine, [string] $Name) {
    $service = $Machine.services[$Name]
    # https://github.com/PowerShell/PowerShell/blob/master/src/Microsoft.PowerShell.Commands.Management/resources/ServiceResources.resx (NoServiceFoundForGivenName)
    if (-not $service) { Stop-Call -Source 'services' -Message "Cannot find any service with service name '$Name'." -Id 'NoServiceFoundForGivenName' }
    $service
}
# services without which another does not run
$script:ServiceNeeds = @{ W3SVC = @('WAS'); NetPipeActivator = @('WAS'); SQLSERVERAGENT = @('MSSQLSERVER'); KDC = @('NTDS'); DNS = @('NTDS') }
Add-Behaviour 'service' -Uncounted { param($world, $machine, $values) $machine.services[$values[0]] }
function Get-Dependent($Machine, [string] $Name) {
    @($script:ServiceNeeds.Keys | Where-Object { $script:ServiceNeeds[$_] -contains $Name -and $Machine.services[$_] } | Sort-Object)
}
Add-Behaviour 'service-dependents' -Uncounted { param($world, $machine, $values) @(Get-Dependent $machine $values[0]) -join ',' }
Add-Behaviour 'service-wait' {
    param($world, $machine, $values)
    if ($machine.services[$values[0]].status -ne $values[1]) { Stop-Call -Source 'service-timeout' -Message 'Time out has expired and the operation has not been completed.' }
}
Add-Behaviour 'Get-Service' {
    param($world, $machine, $parameters)
    $names = if ($parameters.Name) { $parameters.Name } else { @($machine.services.Keys) }
    foreach ($name in $names) {
        if ($name -match '[*?]') { foreach ($known in $machine.services.Keys) { if ($known -like $name) { New-Object Vetro.Testing.ServiceController $known } }; continue }
        Get-ServiceRecord $machine $name | Out-Null
        New-Object Vetro.Testing.ServiceController $name
    }
}
Add-Behaviour 'Set-Service' {
    param($world, $machine, $parameters)
    $service = Get-ServiceRecord $machine $parameters.Name
    if ($parameters.StartupType) { $service.start = $parameters.StartupType }
    if ($parameters.Status) { $service.status = $parameters.Status }
}
Add-Behaviour 'Start-Service' {
    param($world, $machine, $parameters)
    foreach ($name in $parameters.Name) { Start-WorldService $world $machine $name }
}
function Start-WorldService($World, $Machine, [string] $Name) {
    $service = Get-ServiceRecord $Machine $Name
    if ($service.status -eq 'Running') { return }
    # ServiceResources.resx (CouldNotStartService)
    if ($service.start -eq 'Disabled' -or $service.broken) { Stop-Call -Source 'services' -Message "Service '$Name ($Name)' cannot be started due to the following error: Cannot start service $Name on computer '.'." -Id 'CouldNotStartService' }
    foreach ($need in @($script:ServiceNeeds[$Name] | Where-Object { $_ })) { Start-WorldService $World $Machine $need }
    $service.status = 'Running'
    if ($script:ServiceStarts[$Name]) { & $script:ServiceStarts[$Name] $World $Machine }
}
Add-Behaviour 'Stop-Service' {
    param($world, $machine, $parameters)
    foreach ($name in $parameters.Name) {
        $service = Get-ServiceRecord $machine $name
        $others = @(Get-Dependent $machine $name | Where-Object { $machine.services[$_].status -eq 'Running' })
        # ServiceResources.resx (ServiceHasDependentServices)
        if ($others.Count -gt 0 -and -not $parameters.Force) { Stop-Call -Source 'services' -Message "Cannot stop service '$name ($name)' because it has dependent services. It can only be stopped if the Force flag is set." -Id 'ServiceHasDependentServices' }
        foreach ($other in $others) { $machine.services[$other].status = 'Stopped' }
        $service.status = 'Stopped'
    }
}
Add-Behaviour 'Restart-Service' {
    param($world, $machine, $parameters)
    foreach ($name in $parameters.Name) {
        $service = Get-ServiceRecord $machine $name
        $others = @(Get-Dependent $machine $name | Where-Object { $machine.services[$_].status -eq 'Running' })
        if ($others.Count -gt 0 -and -not $parameters.Force) { Stop-Call -Source 'services' -Message "Cannot stop service '$name ($name)' because it has dependent services. It can only be stopped if the Force flag is set." -Id 'ServiceHasDependentServices' }
        $service.status = 'Stopped'
        Start-WorldService $world $machine $name
    }
}

# ---- features
# What an installation brings along, what it brings with its management tools, and what only a desktop can have.
# https://learn.microsoft.com/windows-server/administration/server-core/server-core-roles-and-services
$script:Features = @{
    'AD-Domain-Services'         = @{ tools = @('RSAT-AD-PowerShell', 'RSAT-ADDS') }
    'DNS'                        = @{ tools = @('RSAT-DNS-Server') }
    'Web-Server'                 = @{ brings = @('Web-Scripting-Tools'); services = @('WAS', 'W3SVC') }
    'Web-Asp-Net45'              = @{ brings = @('Web-Server') }
    'Web-Mgmt-Console'           = @{ needsDesktop = $true }
    'Web-Scripting-Tools'        = @{}
    'Web-Mgmt-Tools'             = @{}
    'Failover-Clustering'        = @{ needsRestart = $true; tools = @('RSAT-Clustering-PowerShell') }
    'RSAT-Clustering-PowerShell' = @{}
    'RSAT-Clustering-Mgmt'       = @{ needsDesktop = $true }
    'RSAT-AD-PowerShell'         = @{}
    'RSAT-ADDS'                  = @{}
    'RSAT-DNS-Server'            = @{}
    'FS-FileServer'              = @{}
    'NET-Framework-45-Core'      = @{}
}
Add-Behaviour 'Get-WindowsFeature' {
    param($world, $machine, $parameters)
    $names = if ($parameters.Name) { $parameters.Name } else { '*' }
    foreach ($feature in @($script:Features.Keys | Sort-Object)) {
        if ($script:Features[$feature].needsDesktop -and -not $machine.desktop) { continue }
        if (@($names | Where-Object { $feature -like $_ }).Count -eq 0) { continue }
        [pscustomobject]@{ Name = $feature; Installed = [bool]$machine.features[$feature]; InstallState = $(if ($machine.features[$feature]) { 'Installed' } else { 'Available' }) }
    }
}
function Install-WorldFeature($World, $Machine, [string] $Name, [bool] $WithTools) {
    $about = $script:Features[$Name]
    $Machine.features[$Name] = $true
    foreach ($other in @($about.brings) + @(if ($WithTools) { $about.tools }) | Where-Object { $_ }) { if (-not $Machine.features[$other]) { Install-WorldFeature $World $Machine $other $WithTools } }
    foreach ($service in @($about.services | Where-Object { $_ })) { if (-not $Machine.services[$service]) { $Machine.services[$service] = @{ status = 'Running'; start = 'Automatic'; account = 'LocalSystem' } } }
    if ($about.needsRestart) { $Machine.restartNeeded = $true }
    if ($script:FeatureArrives[$Name]) { & $script:FeatureArrives[$Name] $World $Machine }
}
Add-Behaviour 'Install-WindowsFeature' {
    param($world, $machine, $parameters)
    foreach ($name in $parameters.Name) {
        $about = $script:Features[$name]
        # https://learn.microsoft.com/powershell/module/servermanager/install-windowsfeature
        if (-not $about -or ($about.needsDesktop -and -not $machine.desktop)) { Stop-Call -Source 'features' -Message "ArgumentNotValid: The role, role service, or feature name is not valid: '$name'. The name was not found." -Id 'NameDoesNotExist' }
    }
    foreach ($name in $parameters.Name) { if (-not $machine.features[$name]) { Install-WorldFeature $world $machine $name ([bool]$parameters.IncludeManagementTools) } }
    $restart = $machine.restartNeeded
    [pscustomobject]@{ Success = $true; ExitCode = $(if ($restart) { 'SuccessRestartRequired' } else { 'Success' }); RestartNeeded = $(if ($restart) { 'Yes' } else { 'No' }); FeatureResult = @() }
} -Half {
    # features are installed one after the other; the last is not there
    param($world, $machine, $parameters)
    foreach ($name in @($parameters.Name | Select-Object -SkipLast 1)) { Install-WorldFeature $world $machine $name $true }
}

# ---- modules and programs
function Import-Module {
    [CmdletBinding()] param([Parameter(Mandatory, Position = 0)] [string[]] $Name, [switch] $DisableNameChecking, [switch] $Force, [switch] $Global, [switch] $PassThru)
    Invoke-StandIn 'Import-Module' 'Microsoft.PowerShell.Core' $PSBoundParameters $PSCmdlet
}
Add-Behaviour 'Import-Module' {
    param($world, $machine, $parameters)
    foreach ($name in $parameters.Name) {
        # https://github.com/PowerShell/PowerShell/blob/master/src/System.Management.Automation/resources/Modules.resx (ModuleNotFound)
        if (-not (Test-ModuleThere $machine $name)) { Stop-Call -Source 'modules' -Message "The specified module '$name' was not loaded because no valid module file was found in any module directory." -Id 'Modules_ModuleNotFound,Microsoft.PowerShell.Commands.ImportModuleCommand' }
    }
}
function Get-Module {
    [CmdletBinding()] param([Parameter(Position = 0)] [string[]] $Name, [switch] $ListAvailable, [switch] $All)
    $machine = $script:World.machines[$script:Here]
    foreach ($one in $Name) { if ($machine.modules -contains $one -or ($script:ModuleNeeds[$one] -and (Test-ModuleThere $machine $one))) { [pscustomobject]@{ Name = $one; Version = [version]'1.0' } } }
}
function Get-Command {
    [CmdletBinding()] param([Parameter(Position = 0)] [string[]] $Name, [string] $CommandType)
    if ($CommandType -eq 'Application') { Invoke-StandIn 'Get-Command' 'Microsoft.PowerShell.Core' $PSBoundParameters $PSCmdlet }
    else { Microsoft.PowerShell.Core\Get-Command @PSBoundParameters }
}
Add-Behaviour 'Get-Command' {
    param($world, $machine, $parameters)
    foreach ($one in $parameters.Name) {
        $path = $machine.programs[$one].path
        # https://github.com/PowerShell/PowerShell/blob/master/src/System.Management.Automation/resources/DiscoveryExceptions.resx (CommandNotFoundException)
        if (-not $path) { Stop-Call -Source 'command-not-found' -Message "The term '$one' is not recognized as the name of a cmdlet, function, script file, or operable program." -Id 'CommandNotFoundException,Microsoft.PowerShell.Commands.GetCommandCommand' }
        [pscustomobject]@{ Name = $one; Source = $path; Path = $path; CommandType = 'Application' }
    }
}
# A program is a block that gets its arguments, one text, and answers with its code and what it prints.
Add-Behaviour 'program' {
    param($world, $machine, $values)
    $name = ($values[0] -split '[\\/]')[-1]
    $program = $machine.programs[$name]
    if (-not $program) { Stop-Call -Source 'system-errors-0' -Message 'The system cannot find the file specified.' }
    $answer = & (Get-ProgramBlock $program.run) $world $machine $values[1]
    $all = @{ code = 0; output = ''; problems = ''; seconds = 1 }
    foreach ($key in $answer.Keys) { $all[$key] = $answer[$key] }
    $all
} -Half {
    param($world, $machine, $values)
    $half = Get-Variable -Name "Half$($machine.programs[($values[0] -split '[\\/]')[-1]].run)" -Scope Script -ValueOnly -ErrorAction SilentlyContinue
    if ($half) { & $half $world $machine $values[1] }
}
function Get-ProgramBlock([string] $Name) { (Get-Variable -Name "Program$Name" -Scope Script).Value }
Add-Behaviour 'program-wait' -Uncounted {
    param($world, $machine, $values)
    $needed = [double]$values[0].seconds
    $world.clock = $world.clock.AddSeconds([math]::Min($needed, $values[1] / 1000))
    $needed -le $values[1] / 1000
}
Add-Behaviour 'Start-Process' {
    param($world, $machine, $parameters)
    $process = [Vetro.Testing.Process]::Run($parameters.FilePath, ($parameters.ArgumentList -join ' '))
    if ($parameters.PassThru) { $process }
}

Add-Behaviour 'Restart-Computer' {
    param($world, $machine, $parameters)
    foreach ($name in @($parameters.ComputerName | Where-Object { $_ }) + @($machine.name) | Select-Object -First 1) { Restart-WorldMachine $world ($name -split '\.')[0] }
}

# ---- accounts of the machine; on a controller they are the domain's
function Get-LocalTable($World, $Machine) { if ($Machine.role -ge 4) { (Get-DomainOf $World $Machine).users } else { $Machine.users } }
function Get-AdsiUser($World, $Machine, [string] $Path) {
    if ($Path -notmatch '^WinNT://([^/]+)/([^,/]+)(,user)?$') { Stop-Case "The world cannot read the path $Path." }
    (Get-LocalTable $World $Machine)[$Matches[2]]
}
Add-Behaviour 'adsi-exists' {
    param($world, $machine, $values)
    # this provider throws where others say no: https://github.com/PowerShell/PowerShell/issues/2379
    if (-not (Get-AdsiUser $world $machine $values[0])) { Stop-Call -Source 'adsi-exists' -Message 'Exception calling "Exists" with "1" argument(s): "The user name could not be found."' -Type 'System.Runtime.InteropServices.COMException' }
    $true
}
Add-Behaviour 'adsi-set-password' {
    param($world, $machine, $values)
    $user = Get-AdsiUser $world $machine $values[0]
    $name = ($values[0] -split '[/,]')[3]
    # https://learn.microsoft.com/windows/win32/netmgmt/network-management-error-codes (2245)
    if (-not (Test-PasswordPolicy $values[1] $name)) { Stop-Call -Source 'network-management' -Message 'The password does not meet the password policy requirements. Check the minimum password length, password complexity and password history requirements.' }
    $user.password = $values[1]
}
Add-Behaviour 'adsi-flags' -Uncounted {
    param($world, $machine, $values)
    $user = Get-AdsiUser $world $machine $values[0]
    512 + $(if ($user.enabled) { 0 } else { 2 }) + $(if ($user.neverExpires) { 65536 } else { 0 })
}
Add-Behaviour 'adsi-set-flags' {
    param($world, $machine, $values)
    $user = Get-AdsiUser $world $machine $values[0]
    $user.enabled = -not ($values[1] -band 2)
    $user.neverExpires = [bool]($values[1] -band 65536)
}
function ConvertTo-LocalUser($Machine, [string] $Name, $User) {
    [pscustomobject]@{ Name = $Name; SID = New-Object Vetro.Testing.SecurityIdentifier $User.sid; Enabled = $User.enabled; PrincipalSource = 'Local' }
}
function Find-LocalUser($World, $Machine, $Parameters) {
    $table = Get-LocalTable $World $Machine
    foreach ($name in @($table.Keys)) {
        if ($Parameters.SID) { if ($table[$name].sid -eq "$($Parameters.SID)") { return $name }; continue }
        if ($Parameters.Name -contains $name) { return $name }
    }
    # https://learn.microsoft.com/powershell/module/microsoft.powershell.localaccounts/get-localuser
    Stop-Call -Source 'local-user' -Message "User $(@($Parameters.Name)[0])$($Parameters.SID) was not found." -Id 'UserNotFound'
}
Add-Behaviour 'Get-LocalUser' {
    param($world, $machine, $parameters)
    $table = Get-LocalTable $world $machine
    if (-not $parameters.Name -and -not $parameters.SID) { foreach ($name in @($table.Keys)) { ConvertTo-LocalUser $machine $name $table[$name] }; return }
    $name = Find-LocalUser $world $machine $parameters
    ConvertTo-LocalUser $machine $name $table[$name]
}
Add-Behaviour 'Set-LocalUser' {
    param($world, $machine, $parameters)
    $name = Find-LocalUser $world $machine $parameters
    $user = (Get-LocalTable $world $machine)[$name]
    if ($parameters.Password) {
        $password = Get-PlainText $parameters.Password
        if (-not (Test-PasswordPolicy $password $name)) { Stop-Call -Source 'local-user' -Message 'Unable to update the password. The value provided for the new password does not meet the length, complexity, or history requirements of the domain.' }
        $user.password = $password
    }
    if ($parameters.ContainsKey('PasswordNeverExpires')) { $user.neverExpires = [bool]$parameters.PasswordNeverExpires }
}
Add-Behaviour 'Enable-LocalUser' { param($world, $machine, $parameters) (Get-LocalTable $world $machine)[(Find-LocalUser $world $machine $parameters)].enabled = $true }
Add-Behaviour 'sid-of-account' {
    param($world, $machine, $values)
    $sid = Find-Sid $world $machine $values[0]
    # https://learn.microsoft.com/dotnet/api/system.security.principal.identitynotmappedexception
    if (-not $sid) { Stop-Call -Source 'identity-not-mapped' -Message 'Some or all identity references could not be translated.' }
    $sid
}
Add-Behaviour 'account-of-sid' {
    param($world, $machine, $values)
    $name = Find-AccountName $world $machine $values[0]
    if (-not $name) { Stop-Call -Source 'identity-not-mapped' -Message 'Some or all identity references could not be translated.' }
    $name
}
# https://learn.microsoft.com/windows/win32/debug/system-error-codes--1300-1699-
Add-Behaviour 'win32-text' -Uncounted {
    param($world, $machine, $values)
    $text = @{ 5 = 'Access is denied'; 1355 = 'The specified domain either does not exist or could not be contacted'; 2692 = 'This machine is not currently joined to a domain' }[[int]$values[0]]
    if ($text) { $text } else { "Unknown error $($values[0])" }
}
