# Switches of Web: editions of Windows, what is served already, what an application is made of.

Add-Pairs -Plan 'Web/InstallIIS' -On 'web1' -Switches ([ordered]@{ desktop = 'yes', 'no'; features = 'none', 'there already'; page = 'Windows'' own', 'somebody''s'; title = 'plain', 'nasty' }) -World {
    param($world, $chosen)
    & $(if ($chosen.features -eq 'none') { $script:WebImage } else { $script:WebServer }) $world
    $world.machines['web1'].desktop = $chosen.desktop -eq 'yes'
    $folder = "$($world.disk)/web1/C/inetpub/wwwroot"
    [void][System.IO.Directory]::CreateDirectory($folder)
    if ($chosen.page -eq 'somebody''s') { [System.IO.File]::WriteAllText("$folder/index.html", 'mine') } else { [System.IO.File]::Delete("$folder/default.htm") }
} -Arguments { param($chosen) @{ siteTitle = @{ plain = 'Hello'; nasty = $script:Nasty }[$chosen.title] } } -Then {
    param($world, $run, $chosen)
    & $script:Answers $world
    $folder = "$($world.disk)/web1/C/inetpub/wwwroot"
    if ($chosen.page -eq 'somebody''s') { Assert-Same ([System.IO.File]::ReadAllText("$folder/index.html")) 'mine' 'the page'; return }
    Assert-That ([System.Net.WebUtility]::HtmlDecode([System.IO.File]::ReadAllText("$folder/default.htm")).Contains(@{ plain = 'Hello'; nasty = $script:Nasty }[$chosen.title])) 'the title arrives whole'
}

$script:WebAsIt = {
    param($world, $chosen)
    & $script:WebServer $world
    $machine = $world.machines['web1']
    if ($chosen.services -eq 'stopped') { foreach ($name in 'W3SVC', 'WAS') { $machine.services[$name].status = 'Stopped' } }
    if ($chosen.start -eq 'by hand') { $machine.services['W3SVC'].start = 'Manual' }
    if ($chosen.start -eq 'off') { $machine.services['W3SVC'].start = 'Disabled' }
    if ($chosen.firewall -eq 'closed') { $machine.firewall['IIS-WebServerRole-HTTP-In-TCP'].enabled = $false }
    if ($chosen.firewall -eq 'without the rule') { $machine.firewall.Remove('IIS-WebServerRole-HTTP-In-TCP') }
    if ($chosen.pool -eq 'stopped') { $machine.iis.pools['DefaultAppPool'].state = 'Stopped' }
    if ($chosen.page -eq '/health') { [System.IO.File]::WriteAllText("$($world.disk)/web1/C/inetpub/wwwroot/health", 'ok') }
}
$script:WebSwitches = [ordered]@{ services = 'run', 'stopped'; start = 'as set up', 'by hand', 'off'; firewall = 'open', 'closed' }
$script:PageOf = { param($chosen) @{ path = $chosen.page } }
$script:ServesNow = { param($world) Assert-Same $world.machines['web1'].services['W3SVC'].status 'Running' 'the service' }
Add-Pairs -Plan 'Web/CheckWebServer' -On 'web1' -World $script:WebAsIt -Arguments $script:PageOf -Switches ([ordered]@{ services = 'run', 'stopped'; pool = 'runs', 'stopped'; page = '/', '/health' }) `
    -Refused { param($chosen) if ($chosen.services -ne 'run') { 'does not run' } elseif ($chosen.pool -ne 'runs') { '503' } }
Add-Pairs -Plan 'Web/StopWebServer' -On 'web1' -World $script:WebAsIt -Switches $script:WebSwitches -Then { param($world) Assert-Same $world.machines['web1'].services['W3SVC'].status 'Stopped' 'the service' }
Add-Pairs -Plan 'Web/StartWebServer' -On 'web1' -World $script:WebAsIt -Arguments $script:PageOf -Then $script:ServesNow -Switches ([ordered]@{ services = 'run', 'stopped'; start = 'as set up', 'by hand'; page = '/', '/health' })
Add-Pairs -Plan 'Web/RepairWebServer' -On 'web1' -World $script:WebAsIt -Arguments $script:PageOf -Then $script:Answers -Switches ([ordered]@{ services = 'run', 'stopped'; start = 'as set up', 'by hand', 'off'; pool = 'runs', 'stopped'; page = '/', '/health' })
Add-Pairs -Plan 'Web/CompareWebServer' -On 'web1' -World $script:WebAsIt -Switches ([ordered]@{ start = 'as set up', 'by hand', 'off'; firewall = 'open', 'closed', 'without the rule' }) -Then {
    param($world, $run, $chosen)
    Assert-Same @($run.Output | Where-Object { $_ }).Count ([int]($chosen.start -ne 'as set up') + [int]($chosen.firewall -eq 'closed')) 'what differs'
}
Add-Pairs -Plan 'Web/UpdateWebServer' -On 'web1' -World $script:WebAsIt -Then { param($world) Assert-Same $world.machines['web1'].services['W3SVC'].start 'Automatic' 'its start type' } `
    -Switches ([ordered]@{ start = 'as set up', 'by hand', 'off'; firewall = 'open', 'closed', 'without the rule' })
Add-Pairs -Plan 'Web/RecycleApplicationPools' -On 'web1' -Columns 'first', 'failed', 'German' -Volatile '/starts = ' -Switches ([ordered]@{ pool = 'all', 'one'; other = 'none', 'runs', 'stopped' }) -World {
    param($world, $chosen)
    & $script:WebServer $world
    if ($chosen.other -ne 'none') { $world.machines['web1'].iis.pools['Shop''s Söhne (2)'] = @{ state = $(if ($chosen.other -eq 'runs') { 'Started' } else { 'Stopped' }); runtime = 'v4.0'; starts = 0 } }
} -Arguments { param($chosen) @{ pool = $(if ($chosen.pool -eq 'one') { 'DefaultAppPool' } else { '' }) } } -Then {
    param($world, $run, $chosen)
    $pools = $world.machines['web1'].iis.pools
    Assert-That ($pools['DefaultAppPool'].starts -ge 1) 'it began anew'
    if ($chosen.other -ne 'none') { Assert-Same ($pools['Shop''s Söhne (2)'].starts -gt 0) ($chosen.pool -eq 'all' -and $chosen.other -eq 'runs') 'that the other began anew' }
}
Add-Pairs -Plan 'Web/ClearWebLogs' -On 'web1' -Switches ([ordered]@{ days = '1', '7'; logs = 'none', 'some' }) -World {
    param($world, $chosen)
    & $script:WebServer $world
    if ($chosen.logs -eq 'none') { return }
    $folder = "$($world.disk)/web1/C/inetpub/logs/LogFiles/W3SVC1"
    [void][System.IO.Directory]::CreateDirectory($folder)
    foreach ($days in 0, 3, 30) { [System.IO.File]::WriteAllText("$folder/u_$days.log", 'x'); [System.IO.File]::SetLastWriteTime("$folder/u_$days.log", [datetime]::Now.AddDays(-$days)) }
} -Arguments { param($chosen) @{ days = [int]$chosen.days } } -Then {
    param($world, $run, $chosen)
    if ($chosen.logs -eq 'none') { return }
    $there = @([System.IO.Directory]::GetFiles("$($world.disk)/web1/C/inetpub/logs/LogFiles/W3SVC1")).Count
    Assert-Same $there @{ '1' = 1; '7' = 2 }[$chosen.days] 'the logs that stay'
}
Add-Pairs -Plan 'Web/DeployWebApp' -On 'web1' -Switches ([ordered]@{
        source = 'pages', 'a solution'
        revision = 'none', 'a branch'
        connection = 'none', 'nasty'
        health = 'none', 'a page'
        name = 'plain', 'nasty'
        before = 'nothing', 'an older one'
    }) -World {
    param($world, $chosen)
    & $script:WebServer $world
    & $script:Repository $world $(if ($chosen.source -eq 'pages') { @{ 'index.html' = 'hello'; health = 'ok' } } else { @{ 'Shop.sln' = 'x'; 'Shop/Shop.csproj' = 'x' } })
    if ($chosen.before -eq 'nothing') { return }
    $name = @{ plain = 'Shop'; nasty = 'Shop - Söhne (2)' }[$chosen.name]
    [void][System.IO.Directory]::CreateDirectory("$($world.disk)/web1/C/Applications/old")
    $machine = $world.machines['web1']
    $machine.iis.pools[$name] = @{ state = 'Started'; runtime = 'v2.0'; starts = 0 }
    $machine.iis.sites['Default Web Site'].state = 'Stopped'
    $machine.iis.sites[$name] = @{ id = 7; port = 80; path = 'C:\Applications\old'; pool = $name; state = 'Started'; autoStart = $true }
} -Arguments {
    param($chosen)
    @{
        repository = 'https://git.example/shop.git'; connectionName = 'DefaultConnection'; name = @{ plain = 'Shop'; nasty = 'Shop & Söhne (2)' }[$chosen.name]
        revision = @{ none = ''; 'a branch' = 'release/2' }[$chosen.revision]
        connection = @{ none = ''; nasty = "Server=db1;Password=$script:Nasty" }[$chosen.connection]
        healthPath = @{ none = ''; 'a page' = '/health' }[$chosen.health]
    }
} -Refused { param($chosen) if ($chosen.source -eq 'a solution' -and $chosen.health -eq 'a page') { '/health answers with 404' } } -Then {
    param($world, $run, $chosen)
    if ($run.Failed) { return }
    $site = $world.machines['web1'].iis.sites[@{ plain = 'Shop'; nasty = 'Shop - Söhne (2)' }[$chosen.name]]
    Assert-Same "$($site.state) $($site.path)" 'Started C:\Applications\c0ffee01' 'the site'
    if ($chosen.connection -eq 'none') { return }
    $settings = [xml][System.IO.File]::ReadAllText("$($world.disk)/web1/C/Applications/c0ffee01/web.config")
    Assert-Same $settings.configuration.connectionStrings.add.connectionString "Server=db1;Password=$script:Nasty" 'the connection arrives whole'
}
