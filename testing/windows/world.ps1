# The world of one environment: machines, domains, clusters, one truth for all of them, with a clock of its own. This text is
# the body of a module: once where worlds are built and looked at, and once in the runspace of each run (driver.ps1).

$script:World = $null
$script:Here = ''
$script:Account = 'S-1-5-18'
$script:Behaviours = @{}
$script:Providers = @{}
# what else is there once a feature is, and what a service does when it starts: filled by the behaviours of each subject
$script:FeatureArrives = @{}
$script:ServiceStarts = @{}
# what is to go wrong, and what was called: see Enter-Call
$script:Fault = @{ Kind = 'none'; At = 0 }
$script:Record = $null
$script:CallCount = 0
$script:IsDead = $false
$script:CallerVariables = $null

# These modules of Windows are made of functions (CDXML), which do not see $ErrorActionPreference of a script that calls
# them, but only the global one: https://github.com/PowerShell/PowerShell/issues/4568. Of these, Resolve-DnsName is a cmdlet.
$script:FunctionModules = 'NetAdapter', 'NetTCPIP', 'NetSecurity', 'DnsClient', 'DnsServer', 'SmbShare', 'ScheduledTasks'

# A module comes with a feature (Install-WindowsFeature) or with a program; without it Windows does not know its cmdlets.
$script:ModuleNeeds = @{
    ActiveDirectory   = 'RSAT-AD-PowerShell'
    ADDSDeployment    = 'AD-Domain-Services'
    DnsServer         = 'RSAT-DNS-Server'
    FailoverClusters  = 'RSAT-Clustering-PowerShell'
    WebAdministration = 'Web-Scripting-Tools'
    # these come with SQL Server, not with Windows
    SqlServer         = 'of a program'
    SQLPS             = 'of a program'
}

# ---- behaviours

# What a cmdlet does: a block that gets the world, the machine it is called on, and the bound parameters.
# -Half: what is there when the machine dies in the middle of it.
function Add-Behaviour {
    param([string[]] $Name, [scriptblock] $Do, [scriptblock] $Half = $null, [switch] $Uncounted)
    foreach ($one in $Name) { $script:Behaviours[$one] = @{ Do = $Do; Half = $Half; Counted = -not $Uncounted } }
}

# What the item cmdlets do on a drive that is no disk (HKLM, IIS, AD): a block gets world, machine, path, parameters.
function Add-ItemBehaviour {
    param([string] $Drive, [string[]] $Name, [scriptblock] $Do)
    foreach ($one in $Name) { $script:Providers["$Drive $one"] = $Do }
}

# Ends a call with the words of the real one. A terminating error is not silenced by -ErrorAction. -Source: where the refusal is
# documented or reported, a key of sources.json (refusals.test.ts).
function Stop-Call {
    param([Parameter(Mandatory)] [string] $Source, [string] $Message, [string] $Id = 'WindowsError', [switch] $Terminating, [string] $Type = 'System.Exception', [System.Exception] $Exception = $null)
    if (-not $Exception) { $Exception = New-Object $Type $Message }
    $Exception.Data['Terminating'] = [bool]$Terminating
    $record = New-Object System.Management.Automation.ErrorRecord $Exception, $Id, 'NotSpecified', $null
    throw $record
}

function Enter-World([hashtable] $World, [string] $Machine, [hashtable] $Fault, [bool] $Recording) {
    $script:World = $World
    $script:Here = $Machine
    $script:Account = 'S-1-5-18'
    $script:CallerVariables = $null
    $script:Fault = $Fault
    $script:CallCount = 0
    $script:IsDead = $false
    $script:Record = [System.Collections.Generic.List[object]]::new()
    $script:Before = @{}
    $script:IsRecording = $Recording
    [Vetro.Testing.Machine]::Call = { Invoke-NetCall @args }
}

# Each call of a case has a number. At the one that is to fail, Windows refuses; where the machine is to die, nothing
# more happens: `exit` passes every catch, and what stands in finally finds nothing that it could still do.
# What a machine refuses for good stands in "refuses", as patterns of "CALL PATH".
function Enter-Call([string] $Name, [string] $Path = '') {
    if ($script:IsDead) { exit }
    $script:CallCount++
    if ($script:CallCount -gt 3000) { throw "Endless: $Name is the 3000th call." }
    if ($script:Fault.Kind -eq 'fail' -and $script:CallCount -eq $script:Fault.At) {
        $script:Fault.Hit = $Name
        Stop-Call -Source 'access-denied' -Message "Access is denied. (call $($script:CallCount))" -Id 'AccessDenied'
    }
    foreach ($pattern in $script:World.machines[$script:Here].refuses) {
        if ("$Name $Path" -like $pattern) { Stop-Call -Source 'access-denied' -Message "Access is denied. ($Name)" -Id 'AccessDenied' }
    }
    if ($script:Fault.Kind -eq 'before' -and $script:CallCount -eq $script:Fault.At) {
        $script:Fault.Hit = $Name
        Stop-Machine
    }
    if ($script:IsRecording) { $script:Before[$script:CallCount] = [Vetro.Testing.State]::Lines($script:World) -join "`n" }
    if ($script:Fault.Kind -eq 'half' -and $script:CallCount -eq $script:Fault.At) {
        $script:Fault.Hit = $Name
        & $script:Behaviours[$Name].Half $script:World $script:World.machines[$script:Here] $script:Fault.Bound
        Stop-Machine
    }
}

function Leave-Call([string] $Name, [bool] $IsWrite = $false, [int] $Number = $script:CallCount) {
    if ($script:IsDead) { exit }
    if ($script:IsRecording) {
        $after = [Vetro.Testing.State]::Lines($script:World) -join "`n"
        $has = $script:Behaviours[$Name] -and $script:Behaviours[$Name].Half
        $script:Record.Add(@{ Number = $Number; Name = $Name; Changes = $IsWrite -or $after -ne $script:Before[$Number]; HasHalf = [bool]$has })
    }
    if ($script:Fault.Kind -eq 'kill' -and $Number -eq $script:Fault.At) {
        $script:Fault.Hit = $Name
        Stop-Machine
    }
}

# The agent and all that it started end at once; the disk stays as it is.
function Stop-Machine {
    $script:IsDead = $true
    if ($script:Fault.Disk) {
        [Vetro.Testing.State]::CopyFolder($script:World.disk, $script:Fault.Disk)
        $script:Fault.World = [Vetro.Testing.State]::Clone($script:World)
    }
    exit
}

function Copy-Bound($Bound) {
    $copy = @{}
    foreach ($name in $Bound.Keys) { $copy[$name] = $Bound[$name] }
    $copy
}

# What a stand-in hands over to.
function Invoke-StandIn([string] $Name, [string] $Module, $Bound, $Caller) {
    $parameters = Copy-Bound $Bound
    try {
        $machine = $script:World.machines[$script:Here]
        $script:CallerVariables = $Caller
        $behaviour = $script:Behaviours[$Name]
        Assert-ModuleThere $machine $Module $Name
        if (-not $behaviour) { Stop-Case "The world has no behaviour for $Name (testing/windows/README.md tells how to add one)." }
        if (-not $behaviour.Counted) { & $behaviour.Do $script:World $machine $parameters; return }
        if ($script:Fault.Kind -eq 'half' -and $script:CallCount + 1 -eq $script:Fault.At) { $script:Fault.Bound = $parameters }
        Enter-Call $Name
        $number = $script:CallCount
        & $behaviour.Do $script:World $machine $parameters
        Leave-Call $Name -Number $number
    }
    catch { Write-CallError $_ $Module $parameters $Caller }
}

# A fault of the world, not of the script: it ends the case whatever the script would catch.
function Stop-Case([string] $Message) {
    $script:World.broken = $Message
    $script:IsDead = $true
    exit
}

function Write-CallError($Record, [string] $Module, [hashtable] $Parameters, $Caller) {
    $preference = if ($Parameters.ContainsKey('ErrorAction')) { "$($Parameters.ErrorAction)" }
    elseif ($script:FunctionModules -contains $Module -and $Caller.MyInvocation.MyCommand.Name -ne 'Resolve-DnsName') { "$global:ErrorActionPreference" }
    else { "$($Caller.GetVariableValue('ErrorActionPreference'))" }
    if ($Record.Exception.Data['Terminating'] -or $preference -eq 'Stop') { $Caller.ThrowTerminatingError($Record) }
    if ($preference -notin 'SilentlyContinue', 'Ignore') { $Caller.WriteError($Record) }
}

# What a type of .NET asks the machine for: see types.cs.
function Invoke-NetCall([string] $Name) {
    $behaviour = $script:Behaviours[$Name]
    if (-not $behaviour) { Stop-Case "The world has no behaviour for $Name." }
    $machine = $script:World.machines[$script:Here]
    if (-not $behaviour.Counted) { return & $behaviour.Do $script:World $machine $args }
    if ($script:Fault.Kind -eq 'half' -and $script:CallCount + 1 -eq $script:Fault.At) { $script:Fault.Bound = $args }
    Enter-Call $Name
    $number = $script:CallCount
    $answer = & $behaviour.Do $script:World $machine $args
    Leave-Call $Name -Number $number
    return , $answer
}

function Assert-ModuleThere([hashtable] $Machine, [string] $Module, [string] $Name) {
    if (Test-ModuleThere $Machine $Module) { return }
    $words = "The term '$Name' is not recognized as the name of a cmdlet, function, script file, or operable program. Check the spelling of the name, or if a path was included, verify that the path is correct and try again."
    Stop-Call -Source 'command-not-found' -Message $words -Id 'CommandNotFoundException' -Terminating
}

function Test-ModuleThere([hashtable] $Machine, [string] $Module) {
    $feature = $script:ModuleNeeds[$Module]
    return -not $feature -or [bool]$Machine.features[$feature] -or $Machine.modules -contains $Module
}

# ---- building a world

function New-World {
    $script:World = @{ clock = [datetime]::UtcNow; machines = @{}; domains = @{}; created = @{}; clusters = @{}; groups = @{}; identifiers = 0; disk = ''; language = 'en' }
    $script:World
}

# A text that was in no use before: parts of SIDs, of trusts between a machine and its domain.
function New-Identifier([hashtable] $World) {
    $World.identifiers++
    return $World.identifiers
}

# A server as an image of it starts: in a workgroup, with a local Administrator.
function Add-Machine {
    param(
        [hashtable] $World, [string] $Name, [string] $Address, [string[]] $NameServers = @(),
        [string] $Password = 'Image-Passw0rd', [switch] $Core, [string] $Language = $World.language
    )
    $number = New-Identifier $World
    $sid = "S-1-5-21-1000-2000-$(3000 + $number)"
    $administrator = @{ en = 'Administrator'; de = 'Administrator'; fr = 'Administrateur' }[$Language]
    $World.machines[$Name] = @{
        name = $Name; address = $Address; language = $Language; up = $true; desktop = -not $Core; sid = $sid
        role = 2; domain = ''; workgroup = 'WORKGROUP'; trust = ''; pending = @{}; restartNeeded = $false; readyAt = [datetime]::MinValue
        adapters = @(@{ name = 'Ethernet'; index = 4; status = 'Up'; dns = @($NameServers); prefix = 24 })
        features = @{}; services = @{}; registry = @{}; firewall = @{}; shares = @{}; tasks = @{}; acls = @{}; variables = @{}; modules = @()
        users = @{ $administrator = @{ sid = "$sid-500"; password = $Password; enabled = $true; neverExpires = $false } }
        iis = @{ sites = @{}; pools = @{} }; programs = @{}
    }
    $World.machines[$Name]
}

# A domain with its first controller, as after its creation and restart.
function Add-Domain {
    param([hashtable] $World, [string] $Name, [string] $Controller, [string] $Address, [string] $NetBios = '', [string] $Password = 'Domain-Passw0rd')
    $machine = Add-Machine $World $Controller $Address -Password $Password
    if ($NetBios -eq '') { $NetBios = $Name.Split('.')[0].ToUpperInvariant() }
    foreach ($feature in 'AD-Domain-Services', 'DNS', 'RSAT-AD-PowerShell', 'RSAT-DNS-Server') { $machine.features[$feature] = $true }
    $domain = New-Domain $World $Name $NetBios
    $domain.users['Administrator'].password = $Password
    Add-ControllerRole $World $domain $machine
    $domain
}

function New-Domain([hashtable] $World, [string] $Name, [string] $NetBios) {
    $sid = "S-1-5-21-77-88-$(New-Identifier $World)"
    $World.domains[$Name] = @{
        name = $Name; netbios = $NetBios; sid = $sid; controllers = @{}; computers = @{}; nextRid = 1103; acls = @{}
        users = @{ Administrator = @{ sid = "$sid-500"; password = ''; enabled = $true; groups = @('512'); dn = "CN=Administrator,CN=Users,$(ConvertTo-DomainPath $Name)" } }
        objects = @{}; zones = @{ $Name = @(); "_msdcs.$Name" = @() }; minimumLength = 7; isComplex = $true
    }
    $World.domains[$Name]
}

# A machine is a controller now: its services run, the directory and its name server know it.
function Add-ControllerRole([hashtable] $World, [hashtable] $Domain, [hashtable] $Machine) {
    $name = $Machine.name
    $fqdn = "$name.$($Domain.name)".ToLowerInvariant()
    $path = ConvertTo-DomainPath $Domain.name
    $Machine.role = if ($Domain.controllers.Count -eq 0) { 5 } else { 4 }
    $Machine.domain = $Domain.name
    foreach ($service in 'NTDS', 'DNS', 'Netlogon', 'KDC') { $Machine.services[$service] = @{ status = 'Running'; start = 'Automatic'; account = 'LocalSystem' } }
    $Machine.users = @{}
    # the promotion has a server ask itself where nobody is set: https://learn.microsoft.com/troubleshoot/windows-server/networking/best-practices-for-dns-client-settings
    if (@($Machine.adapters[0].dns).Count -eq 0) { $Machine.adapters[0].dns = @('127.0.0.1') }
    $server = "CN=$name,CN=Servers,CN=Default-First-Site-Name,CN=Sites,CN=Configuration,$path"
    $settings = "CN=NTDS Settings,$server"
    $computer = "CN=$name,OU=Domain Controllers,$path"
    $Domain.controllers[$name] = @{ host = $fqdn; server = $server; settings = $settings; computer = $computer; address = $Machine.address }
    $Domain.objects[$server] = @{ class = 'server'; protected = $false }
    $Domain.objects[$settings] = @{ class = 'nTDSDSA'; protected = $false }
    if (-not $Domain.computers[$name]) { $Domain.computers[$name] = @{ sid = New-DomainSid $Domain } }
    $Domain.computers[$name].dn = $computer
    $Domain.computers[$name].enabled = $true
    $Machine.trust = "trust-$(New-Identifier $World)"
    $Domain.computers[$name].trust = $Machine.trust
    $Domain.objects[$computer] = @{ class = 'computer'; protected = $true }
    Add-DnsRecord $Domain $Domain.name $name 'A' $Machine.address
    Add-DnsRecord $Domain $Domain.name '@' 'NS' "$fqdn."
    Add-DnsRecord $Domain $Domain.name '_ldap._tcp' 'SRV' "$fqdn."
    Add-DnsRecord $Domain "_msdcs.$($Domain.name)" '_ldap._tcp.dc' 'SRV' "$fqdn."
    Add-DnsRecord $Domain "_msdcs.$($Domain.name)" "guid-$name" 'CNAME' "$fqdn."
}

function Add-DnsRecord([hashtable] $Domain, [string] $Zone, [string] $HostName, [string] $Type, [string] $Data) {
    $Domain.zones[$Zone] = @($Domain.zones[$Zone]) + @(@{ host = $HostName; type = $Type; data = $Data })
}

# A machine is a member of a domain now.
function Add-DomainMember {
    param([hashtable] $World, [hashtable] $Domain, [hashtable] $Machine, [string] $Container = 'CN=Computers', [string] $By = 'S-1-5-32-544')
    $name = $Machine.name
    $path = "$Container,$(ConvertTo-DomainPath $Domain.name)"
    if ($Container -like '*DC=*') { $path = $Container }
    $Machine.role = 3
    $Machine.domain = $Domain.name
    $Machine.trust = "trust-$(New-Identifier $World)"
    $known = $Domain.computers[$name]
    $sid = if ($known) { $known.sid } else { New-DomainSid $Domain }
    $Domain.computers[$name] = @{ sid = $sid; dn = "CN=$name,$path"; enabled = $true; trust = $Machine.trust; by = $By }
    $Domain.objects["CN=$name,$path"] = @{ class = 'computer'; protected = $false }
    $Domain.zones[$Domain.name] = @($Domain.zones[$Domain.name] | Where-Object { $_.host -ne $name })
    Add-DnsRecord $Domain $Domain.name $name 'A' $Machine.address
}

function New-DomainSid([hashtable] $Domain) {
    $Domain.nextRid++
    return "$($Domain.sid)-$($Domain.nextRid)"
}

function ConvertTo-DomainPath([string] $Name) { ($Name.Split('.') | ForEach-Object { "DC=$_" }) -join ',' }

# ---- looking at it

# What Windows notes of a join until the restart, by the scripts that look for pending restarts:
# https://github.com/bcwilhite/PendingReboot
$script:PendingJoin = 'HKLM:\SYSTEM\CurrentControlSet\Services\Netlogon\JoinDomain'

# The restart of a machine: what waited for it happens, services start as they are set.
function Restart-WorldMachine([hashtable] $World, [string] $Name) {
    $machine = $World.machines[$Name]
    $World.clock = $World.clock.AddSeconds(90)
    if ($machine.pending.join) { $machine.role = 3; $machine.registry.Remove($script:PendingJoin) }
    if ($machine.pending.leave) { $machine.role = 2; $machine.trust = '' }
    if ($machine.pending.promotion) {
        $domain = $World.domains[$machine.pending.promotion]
        Add-ControllerRole $World $domain $machine
        # the directory and the name server answer some time after the machine does
        $machine.readyAt = $World.clock.AddSeconds(75)
    }
    $machine.pending = @{}
    $machine.restartNeeded = $false
    # features and updates that waited are complete; the keys go with that
    foreach ($key in 'Component Based Servicing\RebootPending', 'WindowsUpdate\Auto Update\RebootRequired') { $machine.registry.Remove("HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\$key") }
    foreach ($service in $machine.services.Values) {
        $service.status = if ($service.start -eq 'Automatic' -and -not $service.broken) { 'Running' } else { 'Stopped' }
    }
    foreach ($name in @($machine.services.Keys)) { if ($machine.services[$name].status -eq 'Running' -and $script:ServiceStarts[$name]) { & $script:ServiceStarts[$name] $World $machine } }
}

# The world without what may differ from run to run: its clock, marks of trust, passwords of accounts nobody types.
function Get-WorldText([hashtable] $World, [string[]] $Volatile = @()) {
    $copy = [Vetro.Testing.State]::Clone($World)
    foreach ($key in 'clock', 'created', 'identifiers', 'disk', 'broken', 'calls') { $copy.Remove($key) }
    foreach ($machine in $copy.machines.Values) { $machine.Remove('readyAt'); $machine.Remove('trust') }
    foreach ($domain in $copy.domains.Values) { $domain.Remove('nextRid'); foreach ($computer in $domain.computers.Values) { $computer.Remove('trust') } }
    $lines = [Vetro.Testing.State]::Lines($copy)
    if ($World.disk) {
        $files = [Vetro.Testing.State]::Files($World.disk) | Where-Object { $_ -notmatch '\\ProgramData\\Vetro\\(deployment\.log|$)' }
        $lines = @($lines) + @($files | ForEach-Object { "files$_" })
    }
    foreach ($pattern in $Volatile) { $lines = @($lines | Where-Object { $_ -notmatch $pattern }) }
    , $lines
}

# ---- parts that many behaviours need

function Get-DomainOf([hashtable] $World, [hashtable] $Machine) {
    if ($Machine.domain) { return $World.domains[$Machine.domain] }
}

function Find-Domain([hashtable] $World, [string] $Name) {
    foreach ($domain in $World.domains.Values) { if ($domain.name -eq $Name -or $domain.netbios -eq $Name) { return $domain } }
}

# A controller of a domain that answers questions.
function Find-Controller([hashtable] $World, [hashtable] $Domain) {
    foreach ($name in @($Domain.controllers.Keys | Sort-Object)) {
        $machine = $World.machines[$name]
        if ($machine -and (Test-DirectoryRuns $World $machine)) { return $machine }
    }
}

function Test-DirectoryRuns([hashtable] $World, [hashtable] $Machine) {
    $Machine.up -and $Machine.role -ge 4 -and $Machine.services['NTDS'].status -eq 'Running' -and $World.clock -ge $Machine.readyAt
}

function Get-PlainText($Secret) {
    if ($null -eq $Secret) { return '' }
    [System.Net.NetworkCredential]::new('', $Secret).Password
}

# Names of groups and accounts that every Windows has, in the language of the machine: what scripts must not type.
# https://learn.microsoft.com/windows-server/identity/ad-ds/manage/understand-security-identifiers
$script:WellKnown = @{
    en = @{ 'S-1-5-18' = 'NT AUTHORITY\SYSTEM'; 'S-1-5-19' = 'NT AUTHORITY\LOCAL SERVICE'; 'S-1-5-20' = 'NT AUTHORITY\NETWORK SERVICE'; 'S-1-5-32-544' = 'BUILTIN\Administrators'; 'S-1-5-32-545' = 'BUILTIN\Users'; 'S-1-5-11' = 'NT AUTHORITY\Authenticated Users'; 'S-1-1-0' = 'Everyone' }
    de = @{ 'S-1-5-18' = 'NT-AUTORITÄT\SYSTEM'; 'S-1-5-19' = 'NT-AUTORITÄT\Lokaler Dienst'; 'S-1-5-20' = 'NT-AUTORITÄT\Netzwerkdienst'; 'S-1-5-32-544' = 'VORDEFINIERT\Administratoren'; 'S-1-5-32-545' = 'VORDEFINIERT\Benutzer'; 'S-1-5-11' = 'NT-AUTORITÄT\Authentifizierte Benutzer'; 'S-1-1-0' = 'Jeder' }
    fr = @{ 'S-1-5-18' = 'AUTORITE NT\Système'; 'S-1-5-19' = 'AUTORITE NT\SERVICE LOCAL'; 'S-1-5-20' = 'AUTORITE NT\SERVICE RÉSEAU'; 'S-1-5-32-544' = 'BUILTIN\Administrateurs'; 'S-1-5-32-545' = 'BUILTIN\Utilisateurs'; 'S-1-5-11' = 'AUTORITE NT\Utilisateurs authentifiés'; 'S-1-1-0' = 'Tout le monde' }
}
$script:DomainGroups = @{
    en = @{ '512' = 'Domain Admins'; '513' = 'Domain Users'; '515' = 'Domain Computers' }
    de = @{ '512' = 'Domänen-Admins'; '513' = 'Domänen-Benutzer'; '515' = 'Domänencomputer' }
    fr = @{ '512' = 'Admins du domaine'; '513' = 'Utilisateurs du domaine'; '515' = 'Ordinateurs du domaine' }
}

# The SID of a name as a machine resolves it; $null for one that nobody has.
function Find-Sid([hashtable] $World, [hashtable] $Machine, [string] $Account) {
    $known = $script:WellKnown[$Machine.language]
    foreach ($sid in $known.Keys) { if ($known[$sid] -eq $Account -or ($known[$sid] -split '\\')[-1] -eq $Account) { return $sid } }
    if ($Account -match '^NT SERVICE\\(.+)$') { if ($Machine.services[$Matches[1]]) { return "S-1-5-80-$($Matches[1].ToUpperInvariant())" } else { return } }
    $prefix = ''
    $name = $Account
    if ($Account -match '^([^\\]+)\\(.+)$') { $prefix = $Matches[1]; $name = $Matches[2] }
    elseif ($Account -match '^(.+)@(.+)$') { $prefix = $Matches[2]; $name = $Matches[1] }
    if ($prefix -in '', '.', $Machine.name -and $Machine.users[$name]) { return $Machine.users[$name].sid }
    $domain = if ($prefix -eq '') { Get-DomainOf $World $Machine } elseif ($Machine.domain) { Find-Domain $World $prefix }
    if (-not $domain) { return }
    if ($domain.users[$name]) { return $domain.users[$name].sid }
    if ($name.EndsWith('$') -and $domain.computers[$name.TrimEnd('$')]) { return $domain.computers[$name.TrimEnd('$')].sid }
    foreach ($rid in $script:DomainGroups[$World.language].Keys) { if ($script:DomainGroups[$World.language][$rid] -eq $name) { return "$($domain.sid)-$rid" } }
}

function Find-AccountName([hashtable] $World, [hashtable] $Machine, [string] $Sid) {
    $known = $script:WellKnown[$Machine.language][$Sid]
    if ($known) { return $known }
    foreach ($name in $Machine.users.Keys) { if ($Machine.users[$name].sid -eq $Sid) { return "$($Machine.name)\$name" } }
    foreach ($domain in $World.domains.Values) {
        foreach ($name in $domain.users.Keys) { if ($domain.users[$name].sid -eq $Sid) { return "$($domain.netbios)\$name" } }
        foreach ($name in $domain.computers.Keys) { if ($domain.computers[$name].sid -eq $Sid) { return "$($domain.netbios)\$name`$" } }
        foreach ($rid in $script:DomainGroups[$World.language].Keys) { if ("$($domain.sid)-$rid" -eq $Sid) { return "$($domain.netbios)\$($script:DomainGroups[$World.language][$rid])" } }
    }
    if ($Sid -match '^S-1-5-80-(.+)$') { return "NT SERVICE\$($Matches[1])" }
}

# The account that a name and a password are of, in a domain that answers; $null when they are wrong.
function Test-Credential([hashtable] $World, [string] $Account, [string] $Password) {
    $prefix = ''
    $name = $Account
    if ($Account -match '^([^\\]+)\\(.+)$') { $prefix = $Matches[1]; $name = $Matches[2] }
    elseif ($Account -match '^(.+)@(.+)$') { $prefix = $Matches[2]; $name = $Matches[1] }
    $domain = Find-Domain $World $prefix
    if (-not $domain) { return }
    $user = $domain.users[$name]
    if ($user -and $user.enabled -and $user.password -ceq $Password) { return @{ user = $user; domain = $domain; name = $name } }
}

# Who works here: the machine itself, or the user of a task; and whether that is an administrator of the domain.
function Test-DomainAdministrator([hashtable] $World, [hashtable] $Domain, [string] $Sid = $script:Account) {
    foreach ($user in $Domain.users.Values) { if ($user.sid -eq $Sid) { return $user.groups -contains '512' } }
    return $false
}

# The default policy of a domain: https://learn.microsoft.com/windows/security/threat-protection/security-policy-settings/password-must-meet-complexity-requirements
function Test-PasswordPolicy([string] $Password, [string] $Account, [int] $MinimumLength = 7) {
    $kinds = @('[A-Z]', '[a-z]', '[0-9]', '[^A-Za-z0-9]' | Where-Object { $Password -cmatch $_ }).Count
    $Password.Length -ge $MinimumLength -and $kinds -ge 3 -and -not ($Account.Length -ge 3 -and $Password -like "*$([wildcardpattern]::Escape($Account))*")
}
