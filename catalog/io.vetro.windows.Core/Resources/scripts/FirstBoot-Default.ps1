#ps1_sysnative
# What cloudbase-init runs when a machine starts for the first time: it tells the agent which queue is its own, then
# renames the computer and restarts. It holds no password; what a cloud's agents need to reach their broker, its driver
# adds. The two names come in base64, so that nothing in them can end a text.
function Read-Text([string] $Base64) {
    [System.Text.Encoding]::UTF8.GetString([System.Convert]::FromBase64String($Base64))
}

$queue = Read-Text '%QUEUE_BASE64%'
$hostName = Read-Text '%HOST_NAME_BASE64%'
[Environment]::SetEnvironmentVariable('MuranoAgentQueue', $queue, 'Machine')
if ($env:COMPUTERNAME -ne $hostName) {
    Rename-Computer -NewName $hostName -Force
    Restart-Computer -Force
}
