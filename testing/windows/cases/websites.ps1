# Pages that show whether an application runs.

$script:AnswersWith = {
    param($world, [int] $status)
    & $script:WithPages $world
    $world.machines['web1'].iis.pools['Shop'] = @{ state = 'Started'; runtime = 'v4.0'; starts = 0 }
    $world.machines['web1'].iis.sites['Shop'] = @{ id = 7; port = 80; path = 'C:\Applications\old'; pool = 'Shop'; state = 'Stopped'; autoStart = $true; answers = $status }
}
Add-Case -Plan 'Web/DeployWebApp' -Name 'that has nothing at its root' -On 'web1' -World { param($world) & $script:AnswersWith $world 404 } -Arguments $script:DeployArguments -Then $script:Served
Add-Case -Plan 'Web/DeployWebApp' -Name 'whose page of the health check is not there' -On 'web1' -World { param($world) & $script:AnswersWith $world 404 } `
    -Arguments (@{} + $script:DeployArguments | ForEach-Object { $_.healthPath = '/health'; $_ }) -Refused '/health answers with 404'
Add-Case -Plan 'Web/DeployWebApp' -Name 'that fails at every request' -On 'web1' -World { param($world) & $script:AnswersWith $world 500 } -Arguments $script:DeployArguments -Refused 'answers with 500'
Add-Case -Plan 'Web/CheckWebServer' -Name 'that wants visitors to sign in' -On 'web1' -Arguments @{ path = '/' } -World {
    param($world)
    & $script:WebServer $world
    $world.machines['web1'].iis.sites['Default Web Site'].answers = 401
}
