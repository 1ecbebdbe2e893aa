# Internet Information Services: sites, application pools, and what answers on a port.

# The feature brings one site and one pool, and opens the firewall for visitors.
# https://learn.microsoft.com/iis/get-started/getting-started-with-iis/getting-started-with-appcmdexe
$script:FeatureArrives['Web-Server'] = {
    param($world, $machine)
    $machine.iis.pools['DefaultAppPool'] = @{ state = 'Started'; runtime = 'v4.0'; starts = 0 }
    $machine.iis.sites['Default Web Site'] = @{ id = 1; port = 80; path = '%SystemDrive%\inetpub\wwwroot'; pool = 'DefaultAppPool'; state = 'Started'; autoStart = $true }
    $machine.firewall['IIS-WebServerRole-HTTP-In-TCP'] = @{ title = 'World Wide Web Services (HTTP Traffic-In)'; enabled = $true; direction = 'Inbound'; action = 'Allow'; protocol = 'TCP'; port = '80' }
    $folder = "$($world.disk)/$($machine.name)/C/inetpub/wwwroot"
    [void][System.IO.Directory]::CreateDirectory($folder)
    [System.IO.File]::WriteAllText("$folder/iisstart.htm", '<title>IIS Windows Server</title>')
}
function ConvertTo-Site([string] $Name, $Site) {
    $binding = [pscustomobject]@{ protocol = 'http'; bindingInformation = "*:$($Site.port):" }
    [pscustomobject]@{ name = $Name; id = $Site.id; state = $Site.state; physicalPath = $Site.path; applicationPool = $Site.pool; serverAutoStart = $Site.autoStart; bindings = [pscustomobject]@{ Collection = @($binding) } }
}
function ConvertTo-Pool([string] $Name, $Pool) { [pscustomobject]@{ name = $Name; state = $Pool.state; managedRuntimeVersion = $Pool.runtime } }

# https://github.com/sous-chefs/iis/issues/387 and the texts of Microsoft.Web.Administration
Add-ItemBehaviour 'IIS' 'Test-Path' { param($world, $machine, $path) [bool](Find-IisItem $machine $path) }
Add-ItemBehaviour 'IIS' 'Get-Item' {
    param($world, $machine, $path)
    $item = Find-IisItem $machine $path
    if (-not $item) { Stop-Call -Source 'path-not-found' -Message "Cannot find path '$path' because it does not exist." -Id 'PathNotFound' }
    if ($item.kind -eq 'pool') { ConvertTo-Pool $item.name $item.record } else { ConvertTo-Site $item.name $item.record }
}
Add-ItemBehaviour 'IIS' 'Get-ChildItem' {
    param($world, $machine, $path)
    if ($path -match '^IIS:[\\/]AppPools[\\/]?$') { foreach ($name in @($machine.iis.pools.Keys | Sort-Object)) { ConvertTo-Pool $name $machine.iis.pools[$name] } }
    elseif ($path -match '^IIS:[\\/]Sites[\\/]?$') { foreach ($name in @($machine.iis.sites.Keys | Sort-Object)) { ConvertTo-Site $name $machine.iis.sites[$name] } }
    else { Stop-Call -Source 'path-not-found' -Message "Cannot find path '$path' because it does not exist." -Id 'PathNotFound' }
}
Add-ItemBehaviour 'IIS' 'Set-ItemProperty' {
    param($world, $machine, $path, $parameters)
    $item = Find-IisItem $machine $path
    if (-not $item) { Stop-Call -Source 'path-not-found' -Message "Cannot find path '$path' because it does not exist." -Id 'PathNotFound' }
    $own = @{ physicalPath = 'path'; serverAutoStart = 'autoStart'; applicationPool = 'pool'; managedRuntimeVersion = 'runtime' }[$parameters.Name]
    if (-not $own) { $own = $parameters.Name }
    $value = $parameters.Value
    $item.record[$own] = if ($own -eq 'path') { ConvertTo-WindowsPath "$value" } else { $value }
}
function Find-IisItem($Machine, [string] $Path) {
    if ($Path -notmatch '^IIS:[\\/](AppPools|Sites)[\\/](.+)$') { return }
    $kind = if ($Matches[1] -eq 'AppPools') { 'pool' } else { 'site' }
    $name = $Matches[2]
    $record = if ($kind -eq 'pool') { $Machine.iis.pools[$name] } else { $Machine.iis.sites[$name] }
    if ($record) { @{ kind = $kind; name = $name; record = $record } }
}

Add-Behaviour 'Get-Website' { param($world, $machine, $parameters) foreach ($name in @($machine.iis.sites.Keys | Sort-Object)) { if (-not $parameters.Name -or $parameters.Name -contains $name) { ConvertTo-Site $name $machine.iis.sites[$name] } } }
Add-Behaviour 'New-WebAppPool' {
    param($world, $machine, $parameters)
    # https://learn.microsoft.com/dotnet/api/microsoft.web.administration.applicationpoolcollection.invalidapplicationpoolnamecharacters
    if ($parameters.Name -match '[\\/"|<>:*?\]\[+=;,@&]' -or $parameters.Name.Length -gt 64) { Stop-Call -Source 'iis-pool-name' -Message 'Invalid application pool name' -Terminating }
    if ($machine.iis.pools[$parameters.Name]) { Stop-Call -Source 'iis-configuration' -Message 'Filename: Error: Cannot add duplicate collection entry of type ''add'' with unique key attribute ''name''' }
    $machine.iis.pools[$parameters.Name] = @{ state = 'Started'; runtime = 'v4.0'; starts = 0 }
    ConvertTo-Pool $parameters.Name $machine.iis.pools[$parameters.Name]
}
Add-Behaviour 'New-Website' {
    param($world, $machine, $parameters)
    $name = $parameters.Name
    # https://learn.microsoft.com/dotnet/api/microsoft.web.administration.sitecollection.invalidsitenamecharacters
    if ($name -match '[\\/?;:@&=+$,|"<>*]') { Stop-Call -Source 'iis-site-name' -Message 'Invalid site name' -Terminating }
    $path = ConvertTo-WindowsPath $parameters.PhysicalPath
    # https://learn.microsoft.com/powershell/module/webadministration/new-website (PhysicalPath)
    if (-not (Microsoft.PowerShell.Management\Test-Path -LiteralPath $path)) { Stop-Call -Source 'iis-new-website' -Message "Parameter 'PhysicalPath' should point to existing path." -Terminating }
    if ($machine.iis.sites[$name]) { Stop-Call -Source 'iis-configuration' -Message "Cannot add duplicate collection entry of type 'site' with unique key attribute 'name' set to '$name'" }
    $ids = @($machine.iis.sites.Values | ForEach-Object { $_.id }) + 0
    $pool = if ($parameters.ApplicationPool) { $parameters.ApplicationPool } else { 'DefaultAppPool' }
    $machine.iis.sites[$name] = @{ id = 1 + ($ids | Measure-Object -Maximum).Maximum; port = [int]$(if ($parameters.Port) { $parameters.Port } else { 80 }); path = $path; pool = $pool; state = 'Stopped'; autoStart = $true }
    if (-not (Find-PortUser $machine $machine.iis.sites[$name].port $name)) { $machine.iis.sites[$name].state = 'Started' }
    ConvertTo-Site $name $machine.iis.sites[$name]
}
function Find-PortUser($Machine, [int] $Port, [string] $Except) { foreach ($name in $Machine.iis.sites.Keys) { if ($name -ne $Except -and $Machine.iis.sites[$name].state -eq 'Started' -and $Machine.iis.sites[$name].port -eq $Port) { return $name } } }
Add-Behaviour 'Start-Website' {
    param($world, $machine, $parameters)
    foreach ($name in $parameters.Name) {
        $site = $machine.iis.sites[$name]
        # https://learn.microsoft.com/troubleshoot/developer/webapps/iis/www-administration-management/error-start-website-port-80 (0x800700B7)
        if (Find-PortUser $machine $site.port $name) { Stop-Call -Source 'iis-port' -Message 'Cannot create a file when that file already exists. (Exception from HRESULT: 0x800700B7)' -Terminating }
        $site.state = 'Started'
    }
}
Add-Behaviour 'Stop-Website' { param($world, $machine, $parameters) foreach ($name in $parameters.Name) { $machine.iis.sites[$name].state = 'Stopped' } }
function Get-PoolRecord($Machine, [string] $Name) {
    if (-not $Machine.iis.pools[$Name]) { Stop-Call -Source 'path-not-found' -Message "Cannot find path 'IIS:\AppPools\$Name' because it does not exist." -Terminating }
    $Machine.iis.pools[$Name]
}
Add-Behaviour 'Start-WebAppPool' { param($world, $machine, $parameters) foreach ($name in $parameters.Name) { (Get-PoolRecord $machine $name).state = 'Started' } }
Add-Behaviour 'Restart-WebAppPool' {
    param($world, $machine, $parameters)
    foreach ($name in $parameters.Name) {
        $pool = Get-PoolRecord $machine $name
        # https://github.com/ansible/ansible/issues/25384 (0x80070426)
        if ($pool.state -ne 'Started') { Stop-Call -Source 'iis-pool-stopped' -Message 'The service has not been started. (Exception from HRESULT: 0x80070426)' }
        $pool.starts++
    }
}

# ---- who answers: the site that is started on the port, with its start page or what its settings say
$script:StartPages = 'default.htm', 'default.asp', 'index.htm', 'index.html', 'iisstart.htm', 'default.aspx'
function Get-WebAnswer($World, $Machine, [string] $Address) {
    if ($Address -notmatch '^(https?)://([^/:]+)(:(\d+))?([^?]*)') { Stop-Case "The world cannot read the address $Address." }
    $port = if ($Matches[4]) { [int]$Matches[4] } elseif ($Matches[1] -eq 'https') { 443 } else { 80 }
    $page = $Matches[5]
    $server = if ($Matches[2] -in 'localhost', '127.0.0.1') { $Machine } else { $World.machines[($Matches[2] -split '\.')[0]] }
    $site = if ($server -and $server.up -and $server.services['W3SVC'].status -eq 'Running') { $server.iis.sites[(Find-PortUser $server $port '')] }
    if (-not $site) { return @{ status = 0; words = 'Unable to connect to the remote server' } }
    if ($server.iis.pools[$site.pool].state -ne 'Started') { return @{ status = 503; words = 'Service Unavailable' } }
    if ($site.answers) { return @{ status = [int]$site.answers; words = 'as it is set' } }
    $folder = ($site.path -replace '%SystemDrive%', 'C:') -replace '^C:', 'C' -replace '\\', '/'
    $folder = "$($World.disk)/$($server.name)/$folder"
    if (-not [System.IO.Directory]::Exists($folder)) { return @{ status = 500; words = 'Internal Server Error' } }
    if ($page -notin '', '/') { return @{ status = $(if ([System.IO.File]::Exists("$folder$page")) { 200 } else { 404 }); words = 'Not Found' } }
    $has = @([System.IO.Directory]::GetFiles($folder) | Where-Object { $script:StartPages -contains [System.IO.Path]::GetFileName($_) }).Count -gt 0
    @{ status = $(if ($has) { 200 } else { 403 }); words = $(if ($has) { 'OK' } else { 'Forbidden' }) }
}
function Assert-Answered($Answer) {
    if ($Answer.status -eq 0) { Stop-Call -Source 'web-exception' -Message $Answer.words -Type 'System.Net.WebException' -Terminating }
    # https://learn.microsoft.com/dotnet/api/system.net.webexception
    if ($Answer.status -ge 400) { Stop-Call -Source 'web-exception' -Message "The remote server returned an error: ($($Answer.status)) $($Answer.words)." -Type 'System.Net.WebException' -Terminating }
}
Add-Behaviour 'http' {
    param($world, $machine, $values)
    $answer = Get-WebAnswer $world $machine $values[0]
    Assert-Answered $answer
    $answer
}
Add-Behaviour 'Invoke-WebRequest' {
    param($world, $machine, $parameters)
    $answer = Get-WebAnswer $world $machine "$($parameters.Uri)"
    Assert-Answered $answer
    [pscustomobject]@{ StatusCode = $answer.status; StatusDescription = $answer.words; Content = '' }
}

# ---- programs that bring an application
# A repository is a folder of files by name at a commit: $machine.repositories[URL] = @{ id; files }.
$script:ProgramGit = {
    param($world, $machine, $text)
    $words = [Vetro.Testing.CommandLine]::Split($text)
    if ($words -contains 'rev-parse') {
        $folder = $words[[array]::IndexOf($words, '-C') + 1]
        return @{ output = [System.IO.File]::ReadAllText("$($folder -replace '\\', '/')/.git/HEAD") }
    }
    # a submodule is an empty folder until it is asked for: https://git-scm.com/docs/git-submodule
    if ($words -contains 'submodule') {
        $folder = $words[[array]::IndexOf($words, '-C') + 1] -replace '\\', '/'
        $repository = @($world.repositories.Values | Where-Object { $_.id -eq [System.IO.File]::ReadAllText("$folder/.git/HEAD") })[0]
        return Write-Checkout $words $folder $repository.modules
    }
    if ($words -notcontains 'clone') { return @{ code = 0 } }
    $repository = $world.repositories[$words[-2]]
    # https://git-scm.com/docs/git-clone; words of git 2.4x
    if (-not $repository) { return @{ source = 'git-clone'; code = 128; problems = "fatal: repository '$($words[-2])' not found" } }
    $branch = if ($words -contains '--branch') { $words[[array]::IndexOf($words, '--branch') + 1] } else { '' }
    if ($branch -and $repository.branches -notcontains $branch) { return @{ source = 'git-clone'; code = 128; problems = "fatal: Remote branch $branch not found in upstream origin" } }
    $folder = $words[-1] -replace '\\', '/'
    if ([System.IO.Directory]::Exists($folder)) { return @{ source = 'git-clone'; code = 128; problems = "fatal: destination path '$folder' already exists and is not an empty directory." } }
    Write-Checkout $words $folder (@{ '.git/HEAD' = $repository.id } + $repository.files)
}
# Windows allows 260 characters for a path, git more only where it is told to: https://github.com/git-for-windows/git/issues/831
function Write-Checkout($Words, [string] $Folder, $Files) {
    foreach ($file in $Files.Keys) {
        if ("$Folder/$file".Length -gt 260 -and $Words -notcontains 'core.longpaths=true') { return @{ source = 'git-long-paths'; code = 128; problems = "error: unable to create file ${file}: Filename too long" } }
        [void][System.IO.Directory]::CreateDirectory([System.IO.Path]::GetDirectoryName("$Folder/$file"))
        [System.IO.File]::WriteAllText("$Folder/$file", $Files[$file])
    }
    @{ code = 0; seconds = 20 }
}
$script:ProgramNuget = { param($world, $machine, $text) @{ code = 0; seconds = 30 } }
$script:ProgramMsBuild = {
    param($world, $machine, $text)
    $words = [Vetro.Testing.CommandLine]::Split($text)
    $source = [System.IO.Path]::GetDirectoryName(($words[0] -replace '\\', '/'))
    $out = (@($words | Where-Object { $_ -like '/p:OutDir=*' })[0] -replace '^/p:OutDir=', '' -replace '\\', '/').TrimEnd('/')
    # https://learn.microsoft.com/visualstudio/msbuild/msbuild-diagnostics
    if ([System.IO.File]::Exists("$source/broken.cs")) { return @{ source = 'msbuild'; code = 1; output = 'broken.cs(1,1): error CS1002: ; expected' } }
    $site = "$out/_PublishedWebsites/Site"
    [void][System.IO.Directory]::CreateDirectory($site)
    [System.IO.File]::WriteAllText("$site/default.aspx", 'built')
    [System.IO.File]::WriteAllText("$site/web.config", '<?xml version="1.0" encoding="utf-8"?><configuration><appSettings /></configuration>')
    @{ code = 0; seconds = 200 }
}
