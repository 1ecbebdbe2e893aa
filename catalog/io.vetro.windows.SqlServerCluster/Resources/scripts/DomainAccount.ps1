# Work that takes a user of the domain: the agent is the machine's own, and a machine may not create clusters.

# Runs a script as that user, by a task of Windows: such a task may speak to other machines in the user's name, with
# neither trusted hosts nor delegation opened for it. Returns what the script returns.
function Invoke-AsDomainUser {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [string] $Password,
        # gets one hashtable; sees nothing else of this session
        [Parameter(Mandatory = $true)] [scriptblock] $Script,
        [hashtable] $Values = @{},
        [int] $Seconds = 1200
    )
    $account = (New-DomainCredential -DomainName $DomainName -UserName $UserName -Password $Password).UserName
    $name = 'Vetro-' + [guid]::NewGuid().ToString('N')
    $folder = New-PrivateFolder -Name $name -Account $account
    $answer = Join-Path $folder 'answer.xml'
    try {
        $Values | Export-Clixml -LiteralPath (Join-Path $folder 'values.xml')
        Set-Content -LiteralPath (Join-Path $folder 'work.ps1') -Value $Script.ToString() -Encoding UTF8
        Set-Content -LiteralPath (Join-Path $folder 'task.ps1') -Encoding UTF8 -Value @'
$ErrorActionPreference = 'Stop'
$values = Import-Clixml -LiteralPath (Join-Path $PSScriptRoot 'values.xml')
$work = [scriptblock]::Create([System.IO.File]::ReadAllText((Join-Path $PSScriptRoot 'work.ps1')))
try { $answer = @{ Done = $true; Result = @(& $work $values); Message = '' } }
catch { $answer = @{ Done = $false; Result = @(); Message = $_.Exception.Message } }
$part = Join-Path $PSScriptRoot 'answer.part'
$answer | Export-Clixml -LiteralPath $part
Move-Item -LiteralPath $part -Destination (Join-Path $PSScriptRoot 'answer.xml')
'@
        $action = New-ScheduledTaskAction -Execute 'powershell.exe' `
            -Argument "-NoProfile -NonInteractive -ExecutionPolicy Bypass -File `"$(Join-Path $folder 'task.ps1')`""
        try {
            Register-ScheduledTask -TaskName $name -Action $action -User $account -Password $Password -RunLevel Highest | Out-Null
        }
        catch {
            throw "'$account' cannot work on ${env:COMPUTERNAME}: $($_.Exception.Message)"
        }
        Start-ScheduledTask -TaskName $name
        Wait-Until -What "The work of '$account'" -Seconds $Seconds -Condition { Test-Path -LiteralPath $answer } | Out-Null
        $told = Import-Clixml -LiteralPath $answer
        if (-not $told.Done) { throw $told.Message }
        return $told.Result
    }
    finally {
        Unregister-ScheduledTask -TaskName $name -Confirm:$false -ErrorAction SilentlyContinue
        Remove-Item -LiteralPath $folder -Recurse -Force -ErrorAction SilentlyContinue
    }
}

# A folder that the machine and one account may look into, and nobody else: it may hold a password for a moment.
function New-PrivateFolder {
    param(
        [Parameter(Mandatory = $true)] [string] $Name,
        [Parameter(Mandatory = $true)] [string] $Account
    )
    $folder = New-Item -ItemType Directory -Path (Join-Path $env:ProgramData "Vetro\$Name") -Force
    $rules = New-Object System.Security.AccessControl.DirectorySecurity
    $rules.SetAccessRuleProtection($true, $false)
    foreach ($who in 'NT AUTHORITY\SYSTEM', $Account) {
        $rules.AddAccessRule((New-Object System.Security.AccessControl.FileSystemAccessRule(
                    $who, 'FullControl', 'ContainerInherit, ObjectInherit', 'None', 'Allow')))
    }
    Set-Acl -LiteralPath $folder.FullName -AclObject $rules
    return $folder.FullName
}
