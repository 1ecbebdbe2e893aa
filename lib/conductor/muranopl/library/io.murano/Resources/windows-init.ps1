#ps1_sysnative
# Run once by cloudbase-init: tells the agent who it is and where its broker listens.
$ErrorActionPreference = 'Stop'
$config = 'C:\Murano\Agent\WindowsAgent.exe.config'
$settings = @{
  'rabbitmq.host' = '%HOST%'
  'rabbitmq.port' = '%PORT%'
  'rabbitmq.user' = '%USER%'
  'rabbitmq.password' = '%PASSWORD%'
  'rabbitmq.vhost' = '%VIRTUAL_HOST%'
  'rabbitmq.ssl' = '%SSL%'
  'rabbitmq.inputQueue' = '%QUEUE%'
  'rabbitmq.resultExchange' = '%EXCHANGE%'
  'rabbitmq.resultRoutingKey' = '%RESULTS%'
}
$agent = Get-Service -Name 'Murano Agent'
if ($agent.Status -ne 'Stopped') {
  # one that still starts with Windows takes no order to stop
  if ($agent.Status -eq 'StartPending') { $agent.WaitForStatus('Running', [TimeSpan]::FromSeconds(60)) }
  Stop-Service -Name 'Murano Agent' -Force
  $agent.WaitForStatus('Stopped', [TimeSpan]::FromSeconds(60))
}
$xml = [xml](Get-Content -Path $config -Raw)
$section = $xml.configuration.appSettings
foreach ($name in $settings.Keys) {
  $entry = $section.add | Where-Object { $_.key -eq $name }
  if (-not $entry) {
    $entry = $section.AppendChild($xml.CreateElement('add'))
    $entry.SetAttribute('key', $name)
  }
  $entry.SetAttribute('value', $settings[$name])
}
$xml.Save($config)
Set-Service -Name 'Murano Agent' -StartupType Automatic
Start-Service -Name 'Murano Agent'
