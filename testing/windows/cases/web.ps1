# Plans of Web: the web server, its operations, applications from a repository.

$script:WebImage = {
    param($world)
    $machine = Add-Machine $world 'web1' '10.0.0.21'
    $machine.programs['git.exe'] = @{ path = 'C:\Program Files\Git\cmd\git.exe'; run = 'Git' }
    $machine.programs['nuget.exe'] = @{ path = 'C:\Tools\nuget.exe'; run = 'Nuget' }
    $machine.programs['MSBuild.exe'] = @{ path = 'C:\Windows\Microsoft.NET\Framework64\v4.0.30319\MSBuild.exe'; run = 'MsBuild' }
    $folder = "$($world.disk)/web1/C/Windows/Microsoft.NET/Framework64/v4.0.30319"
    [void][System.IO.Directory]::CreateDirectory($folder)
    [System.IO.File]::WriteAllText("$folder/MSBuild.exe", '')
    $machine
}
$script:WebServer = {
    param($world)
    $machine = & $script:WebImage $world
    foreach ($feature in 'Web-Server', 'Web-Asp-Net45', 'Web-Mgmt-Console', 'Web-Scripting-Tools') { Install-WorldFeature $world $machine $feature $true }
    [System.IO.File]::WriteAllText("$($world.disk)/web1/C/inetpub/wwwroot/default.htm", 'hello')
}
$script:Answers = {
    param($world)
    $machine = $world.machines['web1']
    Assert-Same $machine.services['W3SVC'].status 'Running' 'the service'
    Assert-Same $machine.services['W3SVC'].start 'Automatic' 'its start type'
    Assert-That $machine.firewall['IIS-WebServerRole-HTTP-In-TCP'].enabled 'the firewall lets visitors in'
}

Add-Case -Plan 'Web/InstallIIS' -Name 'with a title that is nasty' -On 'web1' -World $script:WebImage -Arguments @{ siteTitle = $script:Nasty } -Then {
    param($world)
    & $script:Answers $world
    $page = [System.IO.File]::ReadAllText("$($world.disk)/web1/C/inetpub/wwwroot/default.htm")
    Assert-That ([System.Net.WebUtility]::HtmlDecode($page).Contains($script:Nasty)) 'the title arrives whole'
}
Add-Case -Plan 'Web/InstallIIS' -Name 'on Server Core' -On 'web1' -Arguments @{ siteTitle = 'Hello' } -Then $script:Answers -World {
    param($world)
    (& $script:WebImage $world).desktop = $false
}
Add-Case -Plan 'Web/InstallIIS' -Name 'leaves a page of one''s own alone' -On 'web1' -World $script:WebServer -Arguments @{ siteTitle = 'Hello' } -Then {
    param($world)
    & $script:Answers $world
    Assert-Same ([System.IO.File]::ReadAllText("$($world.disk)/web1/C/inetpub/wwwroot/default.htm")) 'hello' 'the page'
}

$script:StoppedWeb = {
    param($world)
    & $script:WebServer $world
    foreach ($name in 'W3SVC', 'WAS') { $world.machines['web1'].services[$name].status = 'Stopped' }
}
Add-Case -Plan 'Web/CheckWebServer' -Name 'that runs' -On 'web1' -World $script:WebServer -Arguments @{ path = '/' }
Add-Case -Plan 'Web/CheckWebServer' -Name 'that is stopped' -On 'web1' -World $script:StoppedWeb -Arguments @{ path = '/' } -Refused 'does not run'
Add-Case -Plan 'Web/CheckWebServer' -Name 'that has no such page' -On 'web1' -World $script:WebServer -Arguments @{ path = '/health' } -Refused '404'
Add-Case -Plan 'Web/StopWebServer' -Name 'that runs' -On 'web1' -World $script:WebServer -Then { param($world) Assert-Same $world.machines['web1'].services['W3SVC'].status 'Stopped' 'the service' }
Add-Case -Plan 'Web/StartWebServer' -Name 'that is stopped' -On 'web1' -World $script:StoppedWeb -Arguments @{ path = '/' } -Then $script:Answers
Add-Case -Plan 'Web/RepairWebServer' -Name 'whose pool is stopped and whose service is off' -On 'web1' -Arguments @{ path = '/' } -World {
    param($world)
    & $script:StoppedWeb $world
    $world.machines['web1'].services['W3SVC'].start = 'Disabled'
    $world.machines['web1'].iis.pools['DefaultAppPool'].state = 'Stopped'
} -Then {
    param($world)
    & $script:Answers $world
    Assert-Same $world.machines['web1'].iis.pools['DefaultAppPool'].state 'Started' 'the pool'
}
Add-Case -Plan 'Web/RepairWebServer' -Name 'with a service that needs WAS' -On 'web1' -Arguments @{ path = '/' } -World {
    param($world)
    & $script:WebServer $world
    $world.machines['web1'].services['NetPipeActivator'] = @{ status = 'Running'; start = 'Automatic' }
} -Then {
    param($world)
    & $script:Answers $world
    Assert-Same $world.machines['web1'].services['NetPipeActivator'].status 'Running' 'the service that needs WAS'
}
Add-Case -Plan 'Web/CompareWebServer' -Name 'as it was set up' -On 'web1' -World $script:WebServer -Then { param($world, $run) Assert-Same "$($run.Output)" '' 'what differs' }
$script:ChangedWeb = {
    param($world)
    & $script:WebServer $world
    $world.machines['web1'].services['W3SVC'].start = 'Manual'
    $world.machines['web1'].firewall['IIS-WebServerRole-HTTP-In-TCP'].enabled = $false
}
Add-Case -Plan 'Web/CompareWebServer' -Name 'with two changes' -On 'web1' -World $script:ChangedWeb -Then { param($world, $run) Assert-Same @($run.Output).Count 2 'what differs' }
Add-Case -Plan 'Web/UpdateWebServer' -Name 'with two changes' -On 'web1' -World $script:ChangedWeb -Then $script:Answers
Add-Case -Plan 'Web/RecycleApplicationPools' -Name 'all of them' -On 'web1' -World $script:WebServer -Arguments @{ pool = '' } -Columns 'first', 'failed', 'German' -Volatile '/starts = ' `
    -Then { param($world) Assert-That ($world.machines['web1'].iis.pools['DefaultAppPool'].starts -ge 1) 'it began anew' }
Add-Case -Plan 'Web/RecycleApplicationPools' -Name 'one that is not there' -On 'web1' -World $script:WebServer -Arguments @{ pool = 'Shop' } -Refused "no application pool 'Shop'"
Add-Case -Plan 'Web/ClearWebLogs' -Name 'of more than a week' -On 'web1' -Arguments @{ days = 7 } -World {
    param($world)
    & $script:WebServer $world
    $folder = "$($world.disk)/web1/C/inetpub/logs/LogFiles/W3SVC1"
    [void][System.IO.Directory]::CreateDirectory($folder)
    foreach ($days in 1, 30) {
        [System.IO.File]::WriteAllText("$folder/u_$days.log", 'x')
        [System.IO.File]::SetLastWriteTime("$folder/u_$days.log", [datetime]::Now.AddDays(-$days))
    }
} -Then {
    param($world)
    $folder = "$($world.disk)/web1/C/inetpub/logs/LogFiles/W3SVC1"
    Assert-That ([System.IO.File]::Exists("$folder/u_1.log")) 'what is new stays'
    Assert-That (-not [System.IO.File]::Exists("$folder/u_30.log")) 'what is old goes'
}

# ---- applications
$script:Repository = {
    param($world, [hashtable] $files)
    $world.repositories = @{ 'https://git.example/shop.git' = @{ id = 'c0ffee01'; branches = @('main', 'release/2'); files = $files } }
}
$script:WithPages = { param($world) & $script:WebServer $world; & $script:Repository $world @{ 'index.html' = 'hello'; 'docs/readme.md' = 'x' } }
$script:WithSolution = { param($world) & $script:WebServer $world; & $script:Repository $world @{ 'Shop.sln' = 'x'; 'Shop/Shop.csproj' = 'x' } }
$script:DeployArguments = @{ repository = 'https://git.example/shop.git'; revision = ''; name = 'Shop'; connection = ''; connectionName = 'DefaultConnection'; healthPath = '' }
$script:Served = {
    param($world)
    $site = $world.machines['web1'].iis.sites['Shop']
    Assert-That ($null -ne $site) 'the site is there'
    Assert-Same $site.state 'Started' 'the site'
    Assert-Same $site.path 'C:\Applications\c0ffee01' 'its folder'
    Assert-Same $world.machines['web1'].iis.sites['Default Web Site'].state 'Stopped' 'the site that was there before'
    Assert-That (-not $world.machines['web1'].iis.sites['Default Web Site'].autoStart) 'which does not come back with a restart'
}
Add-Case -Plan 'Web/DeployWebApp' -Name 'pages without a build' -On 'web1' -World $script:WithPages -Arguments $script:DeployArguments -Then $script:Served
Add-Case -Plan 'Web/DeployWebApp' -Name 'a solution with a database' -On 'web1' -World $script:WithSolution `
    -Arguments (@{} + $script:DeployArguments | ForEach-Object { $_.connection = "Server=db1;Password=$script:Nasty"; $_.revision = 'release/2'; $_ }) -Then {
    param($world)
    & $script:Served $world
    Assert-That (-not [System.IO.Directory]::Exists("$($world.disk)/web1/C/Applications/source")) 'what it was built from is gone'
    $settings = [xml][System.IO.File]::ReadAllText("$($world.disk)/web1/C/Applications/c0ffee01/web.config")
    Assert-Same $settings.configuration.connectionStrings.add.connectionString "Server=db1;Password=$script:Nasty" 'the connection arrives whole'
}
$script:LongPath = "$(('a' * 100 + '/') * 2)$('b' * 80).html"
Add-Case -Plan 'Web/DeployWebApp' -Name 'with paths longer than Windows allows' -On 'web1' -Arguments $script:DeployArguments -World {
    param($world)
    & $script:WebServer $world
    & $script:Repository $world @{ 'index.html' = 'hello'; $script:LongPath = 'x' }
} -Then {
    param($world)
    & $script:Served $world
    Assert-That ([System.IO.File]::Exists("$($world.disk)/web1/C/Applications/c0ffee01/$script:LongPath")) 'what is served has the long path'
}
Add-Case -Plan 'Web/DeployWebApp' -Name 'with a submodule' -On 'web1' -Arguments $script:DeployArguments -World {
    param($world)
    & $script:WebServer $world
    & $script:Repository $world @{ 'index.html' = 'hello'; '.gitmodules' = '[submodule "theme"]' }
    $world.repositories['https://git.example/shop.git'].modules = @{ 'theme/site.css' = 'body {}' }
} -Then {
    param($world)
    & $script:Served $world
    Assert-That ([System.IO.File]::Exists("$($world.disk)/web1/C/Applications/c0ffee01/theme/site.css")) 'what is served has the files of the submodule'
}
# a question that Windows refuses is no "not there"
Add-Case -Plan 'Web/DeployWebApp' -Name 'where Windows does not tell of programs' -On 'web1' -Arguments $script:DeployArguments -Refused 'Access is denied' -Columns 'first' `
    -World { param($world) & $script:WithPages $world; $world.machines['web1'].refuses = @('Get-Command*') }
Add-Case -Plan 'Web/DeployWebApp' -Name 'where Windows does not tell what the build has made' -On 'web1' -Arguments $script:DeployArguments -Refused 'Access is denied' -Columns 'first' `
    -World { param($world) & $script:WithSolution $world; $world.machines['web1'].refuses = @('Get-ChildItem *_PublishedWebsites') }
Add-Case -Plan 'Web/DeployWebApp' -Name 'a name with blanks and signs' -On 'web1' -World $script:WithPages -Arguments (@{} + $script:DeployArguments | ForEach-Object { $_.name = 'Shop & Söhne (2)'; $_ }) `
    -Then { param($world) Assert-Same $world.machines['web1'].iis.sites['Shop - Söhne (2)'].state 'Started' 'the site, without what IIS refuses' }
Add-Case -Plan 'Web/DeployWebApp' -Name 'whose build fails' -On 'web1' -Arguments $script:DeployArguments -Refused 'error CS1002' -World {
    param($world)
    & $script:WebServer $world
    & $script:Repository $world @{ 'Shop.sln' = 'x'; 'broken.cs' = 'x' }
} -Then { param($world) Assert-Same $world.machines['web1'].iis.sites['Default Web Site'].state 'Started' 'what was served' }
Add-Case -Plan 'Web/DeployWebApp' -Name 'from a repository that is not there' -On 'web1' -World $script:WithPages -Refused 'not found' `
    -Arguments (@{} + $script:DeployArguments | ForEach-Object { $_.repository = 'https://git.example/other.git'; $_ })
Add-Case -Plan 'Web/DeployWebApp' -Name 'that wants a login on its first page' -On 'web1' -Arguments $script:DeployArguments -World {
    param($world)
    & $script:WithPages $world
    $world.machines['web1'].iis.pools['Shop'] = @{ state = 'Started'; runtime = 'v4.0'; starts = 0 }
    $world.machines['web1'].iis.sites['Shop'] = @{ id = 7; port = 80; path = 'C:\Applications\old'; pool = 'Shop'; state = 'Stopped'; autoStart = $true; answers = 401 }
} -Then $script:Served
