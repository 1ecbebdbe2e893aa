# What Wine has not and the agent for Windows needs. Parameters, sets and accepted values are those of Windows Server 2019
# to 2025 as Microsoft's reference of ScheduledTasks and CimCmdlets has them; what neither calls is left out.

# .NET hands a pattern such as "node.*" to the system, and Wine 8 finds nothing by it: a program is looked for by its name.
function Find-Program([string] $Name) {
  if ($Name -match '[\\/*?]') { return }
  foreach ($folder in $env:Path -split ';') {
    foreach ($ending in @('') + ($env:PATHEXT -split ';')) {
      $file = "$($folder.TrimEnd('\'))\$Name$ending"
      if ($folder -and [IO.Path]::HasExtension($file) -and [IO.File]::Exists($file)) { return $file }
    }
  }
}

$ExecutionContext.InvokeCommand.CommandNotFoundAction = {
  param($name, $lookup)
  $program = Find-Program $name
  if ($program) { $lookup.Command = Microsoft.PowerShell.Core\Get-Command $program }
}

function Get-Command {
  [CmdletBinding()]
  param(
    [Parameter(Position = 0)] [string[]] $Name,
    [Management.Automation.CommandTypes] $CommandType,
    [string[]] $Module,
    [switch] $All
  )
  $given = @{} + $PSBoundParameters
  $program = if (@($Name).Count -eq 1) { Find-Program $Name[0] }
  if ($program) { $given.ErrorAction = 'Ignore' }
  $found = Microsoft.PowerShell.Core\Get-Command @given
  if ($null -eq $found -and $program) { $found = Microsoft.PowerShell.Core\Get-Command $program }
  $found
}

function Get-CimInstance {
  [CmdletBinding(DefaultParameterSetName = 'ClassNameComputerSet')]
  param(
    [Parameter(ParameterSetName = 'ClassNameComputerSet', Mandatory, Position = 0, ValueFromPipelineByPropertyName)]
    [string] $ClassName,
    [Parameter(ParameterSetName = 'ClassNameComputerSet', ValueFromPipelineByPropertyName)]
    [Alias('SelectProperties')]
    [string[]] $Property
  )
  if ($ClassName -ne 'Win32_Process') { throw 'Invalid class' }
  [ProcessTable]::Read()
}

function New-ScheduledTaskAction {
  [CmdletBinding()]
  param(
    [string] $Id,
    [Parameter(Mandatory, Position = 0)] [string] $Execute,
    [Parameter(Position = 1)] [string] $Argument,
    [Parameter(Position = 2)] [string] $WorkingDirectory
  )
  [pscustomobject]@{ PSTypeName = 'MSFT_TaskExecAction'; Execute = $Execute; Arguments = $Argument }
}

function New-ScheduledTaskTrigger {
  [CmdletBinding()]
  param(
    [Parameter(ParameterSetName = 'Startup', Mandatory, Position = 0)] [switch] $AtStartup,
    [Parameter(ParameterSetName = 'Logon', Mandatory, Position = 0)] [switch] $AtLogOn,
    [Parameter(ParameterSetName = 'Logon')] [string] $User,
    [timespan] $RandomDelay
  )
  [pscustomobject]@{ PSTypeName = 'MSFT_TaskTrigger'; AtStartup = [bool]$AtStartup }
}

function New-ScheduledTaskSettingsSet {
  [CmdletBinding()]
  param(
    [switch] $AllowStartIfOnBatteries,
    [switch] $DontStopIfGoingOnBatteries,
    [timespan] $ExecutionTimeLimit,
    [ValidateSet('Parallel', 'Queue', 'IgnoreNew')] [string] $MultipleInstances,
    [int] $RestartCount,
    [timespan] $RestartInterval,
    [switch] $StartWhenAvailable
  )
  # The scheduler refuses a task that is restarted more often than every minute.
  if ($RestartCount -gt 0 -and $RestartInterval -lt [timespan]'00:01:00') { throw 'The task XML contains a value which is incorrectly formatted or out of range.' }
  [pscustomobject]@{ PSTypeName = 'MSFT_TaskSettings'; RestartCount = $RestartCount }
}

$vetroTasks = Join-Path $env:ProgramData 'stand-in-tasks'

function Register-ScheduledTask {
  [CmdletBinding(DefaultParameterSetName = 'User')]
  param(
    [Parameter(ParameterSetName = 'User', Mandatory, Position = 0)] [string] $TaskName,
    [Parameter(Position = 1)] [string] $TaskPath,
    [Parameter(ParameterSetName = 'User', Mandatory, Position = 2)] [PSTypeName('MSFT_TaskExecAction')] [object[]] $Action,
    [Parameter(ParameterSetName = 'User', Position = 3)] [PSTypeName('MSFT_TaskTrigger')] [object[]] $Trigger,
    [Parameter(ParameterSetName = 'User', Position = 4)] [PSTypeName('MSFT_TaskSettings')] [object] $Settings,
    [Parameter(ParameterSetName = 'User', Position = 5)] [string] $User,
    [Parameter(ParameterSetName = 'User', Position = 6)] [string] $Password,
    [Parameter(ParameterSetName = 'User', Position = 7)] [ValidateSet('Limited', 'Highest')] [string] $RunLevel,
    [Parameter(ParameterSetName = 'User', Position = 8)] [string] $Description,
    [switch] $Force
  )
  $file = Join-Path $vetroTasks "$TaskName.json"
  if ((Test-Path $file) -and -not $Force) { throw 'Cannot create a file when that file already exists.' }
  New-Item -ItemType Directory -Force -Path $vetroTasks | Out-Null
  $task = @{ execute = $Action[0].Execute; arguments = $Action[0].Arguments; user = $User; atStartup = $Trigger[0].AtStartup }
  Set-Content -LiteralPath $file -Value (ConvertTo-Json $task)
  [pscustomobject]@{ TaskName = $TaskName; State = 'Ready' }
}

function Start-ScheduledTask {
  [CmdletBinding(DefaultParameterSetName = 'Path')]
  param(
    [Parameter(ParameterSetName = 'Path', Mandatory, Position = 0)] [string] $TaskName,
    [Parameter(ParameterSetName = 'Path', Position = 1)] [string] $TaskPath
  )
  $file = Join-Path $vetroTasks "$TaskName.json"
  if (-not (Test-Path $file)) { throw 'The system cannot find the file specified.' }
  $task = Get-Content -Raw -LiteralPath $file | ConvertFrom-Json
  # What a task prints nobody sees; here it is kept.
  $log = Join-Path $vetroTasks "$TaskName.log"
  $process = Start-Process -FilePath $task.execute -ArgumentList $task.arguments -WindowStyle Hidden -PassThru `
    -RedirectStandardOutput $log -RedirectStandardError "$log.errors"
  Set-Content -LiteralPath "$file.running" -Value $process.Id
}

function Stop-ScheduledTask {
  [CmdletBinding(DefaultParameterSetName = 'Path')]
  param(
    [Parameter(ParameterSetName = 'Path', Mandatory, Position = 0)] [string] $TaskName,
    [Parameter(ParameterSetName = 'Path', Position = 1)] [string] $TaskPath
  )
  $file = Join-Path $vetroTasks "$TaskName.json"
  if (-not (Test-Path $file)) { throw 'The system cannot find the file specified.' }
  if (Test-Path "$file.running") { Stop-Process -Id (Get-Content "$file.running") -Force -ErrorAction SilentlyContinue }
}
