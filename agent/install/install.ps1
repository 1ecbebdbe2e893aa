# Installs Vetro's agent as a task that runs whenever Windows runs, and enrols this server. A machine that a cloud has made
# knows who it is already: -Identity.
param([string]$Code, [string]$Name, [string]$Address, [string]$CaFile, [switch]$Identity)
$ErrorActionPreference = 'Stop'
$server = '%SERVER%'
$folder = Join-Path $env:ProgramFiles 'VetroAgent'
$dataFolder = Join-Path $env:ProgramData 'VetroAgent'
$program = Join-Path $folder 'vetro-agent.mjs'

if (-not $Code -and -not $Identity) { throw 'Say the enrolment code: -Code' }
$principal = [Security.Principal.WindowsPrincipal][Security.Principal.WindowsIdentity]::GetCurrent()
if (-not $principal.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)) {
  throw 'The agent is installed by an administrator: open PowerShell with "Run as administrator".'
}
# An administrator is refused no answer here (see above), so what is silent is missing.
$node = (Get-Command node -ErrorAction SilentlyContinue).Source
if (-not $node) { throw 'The agent needs Node.js 20 or newer: install it first (winget install OpenJS.NodeJS.LTS).' }
if ([int]((& $node --version).TrimStart('v').Split('.')[0]) -lt 20) { throw 'The agent needs Node.js 20 or newer.' }
# Everything that installing needs is looked at before the code is used: it is good once.
foreach ($command in 'New-ScheduledTaskAction', 'New-ScheduledTaskTrigger', 'New-ScheduledTaskSettingsSet', 'Register-ScheduledTask', 'Start-ScheduledTask') {
  if (-not (Get-Command $command -ErrorAction SilentlyContinue)) {
    throw "The agent is installed as a scheduled task, and $command is missing here. Nothing was changed, and the code is still good."
  }
}
if ((Get-Service -Name Schedule -ErrorAction SilentlyContinue).Status -ne 'Running') {
  throw 'The agent is installed as a scheduled task, and the service "Schedule" does not run. Nothing was changed, and the code is still good.'
}

[Net.ServicePointManager]::SecurityProtocol = [Net.SecurityProtocolType]::Tls12
New-Item -ItemType Directory -Force -Path $folder, $dataFolder | Out-Null
# Plans and what they bring are read by nobody but the system and administrators (S-1-5-18, S-1-5-32-544).
icacls $dataFolder /inheritance:r /grant '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' | Out-Null
Invoke-WebRequest -UseBasicParsing -Uri "$server/v1/agents/vetro-agent.mjs" -OutFile $program
if ($Identity) {
  if (-not (Test-Path (Join-Path $dataFolder 'identity.json'))) { throw 'This machine does not know who it is.' }
} else {
  $enrol = @('enrol', '--server', $server, '--code', $Code, '--home', $dataFolder)
  if ($Name) { $enrol += @('--name', $Name) }
  if ($Address) { $enrol += @('--address', $Address) }
  # Windows trusts what is in its store; Node.js has to be told.
  if ($CaFile) { $enrol += @('--ca', $CaFile) }
  & $node $program @enrol
  if ($LASTEXITCODE -ne 0) { throw 'This server could not be enrolled.' }
}

$action = New-ScheduledTaskAction -Execute $node -Argument "`"$program`" run --home `"$dataFolder`""
$trigger = New-ScheduledTaskTrigger -AtStartup
$settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) `
  -ExecutionTimeLimit ([TimeSpan]::Zero) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries
Register-ScheduledTask -TaskName 'Vetro agent' -Action $action -Trigger $trigger -Settings $settings `
  -User 'SYSTEM' -RunLevel Highest -Force | Out-Null
Stop-ScheduledTask -TaskName 'Vetro agent' -ErrorAction SilentlyContinue
Start-ScheduledTask -TaskName 'Vetro agent'
Write-Output 'The agent runs.'
