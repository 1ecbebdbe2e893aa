# Scheduled tasks: work under the name of a user, on this machine.

Add-Behaviour 'New-ScheduledTaskAction' -Uncounted { param($world, $machine, $parameters) [pscustomobject]@{ Execute = $parameters.Execute; Arguments = $parameters.Argument } }
Add-Behaviour 'Register-ScheduledTask' {
    param($world, $machine, $parameters)
    $name = $parameters.TaskName
    if ($machine.tasks[$name] -and -not $parameters.Force) { Stop-Call -Source 'task-errors' -Message 'Cannot create a file when that file already exists.' -Id 'HRESULT 0x800700b7,Register-ScheduledTask' }
    $sid = Find-Sid $world $machine $parameters.User
    # https://learn.microsoft.com/windows/win32/taskschd/task-scheduler-error-and-success-constants; 0x80070534
    if (-not $sid) { Stop-Call -Source 'system-errors-1300' -Message 'No mapping between account names and security IDs was done.' -Id 'HRESULT 0x80070534,Register-ScheduledTask' }
    if ($sid -notin 'S-1-5-18', 'S-1-5-19', 'S-1-5-20') {
        $account = Test-Credential $world $parameters.User $parameters.Password
        $local = @($machine.users.Values | Where-Object { $_.sid -eq $sid -and $_.password -ceq $parameters.Password })
        # https://github.com/dahall/TaskScheduler/issues/881 tells others of its codes
        if (-not $account -and -not $local) { Stop-Call -Source 'task-accounts' -Message 'The user name or password is incorrect.' -Id 'HRESULT 0x8007052e,Register-ScheduledTask' }
        # a policy that forbids stored passwords: https://learn.microsoft.com/windows/security/threat-protection/security-policy-settings/network-access-do-not-allow-storage-of-passwords-and-credentials-for-network-authentication
        if ($machine.storesNoPasswords) { Stop-Call -Source 'task-passwords' -Message 'A specified logon session does not exist. It may already have been terminated.' -Id 'HRESULT 0x80070520,Register-ScheduledTask' }
    }
    $machine.tasks[$name] = @{ user = $sid; execute = $parameters.Action.Execute; arguments = $parameters.Action.Arguments; state = 'Ready'; result = 267011; runLevel = "$($parameters.RunLevel)" }
    [pscustomobject]@{ TaskName = $name; State = 'Ready' }
}
function Get-TaskRecord($Machine, [string] $Name) {
    # https://github.com/ansible/ansible/issues/22298
    if (-not $Machine.tasks[$Name]) { Stop-Call -Source 'task-not-found' -Message "No MSFT_ScheduledTask objects found with property 'TaskName' equal to '$Name'.  Verify the value of the property and retry." -Id 'CmdletizationQuery_NotFound_TaskName' }
    $Machine.tasks[$Name]
}
# Members of Administrators may log on as a batch job, others only where a policy says so; otherwise the task stays where it
# is and nobody is told: https://github.com/ansible-collections/ansible.windows/issues/253
function Test-BatchRight($World, $Machine, [string] $Sid) {
    if ($Sid -in 'S-1-5-18', 'S-1-5-19', 'S-1-5-20') { return $true }
    if (@($Machine.users.Values | Where-Object { $_.sid -eq $Sid }).Count -gt 0) { return $Sid -like '*-500' }
    $domain = Get-DomainOf $World $Machine
    [bool]($domain -and (Test-DomainAdministrator $World $domain $Sid)) -or @($Machine.batchUsers) -contains $Sid
}
Add-Behaviour 'Start-ScheduledTask' {
    param($world, $machine, $parameters)
    $task = Get-TaskRecord $machine $parameters.TaskName
    if (-not (Test-BatchRight $world $machine $task.user)) {
        # 0x80070569: the user has not been granted the requested logon type at this computer
        $task.result = 2147943785
        return
    }
    if ($task.arguments -notmatch '-File\s+"([^"]+)"') { Stop-Case "The world cannot run the task $($task.arguments)." }
    $before = $script:Account
    $script:Account = $task.user
    $task.state = 'Running'
    # a process of its own: it sees the stand-ins, and nothing of the session that started it
    try { & (New-Module -ScriptBlock {}) { param($file) & $file } ($Matches[1] -replace '\\', '/') | Out-Null }
    catch { $script:World.taskProblem = $_.Exception.Message }
    finally { $script:Account = $before }
    if ($script:IsDead) { exit }
    if ($machine.tasks[$parameters.TaskName]) {
        $task.state = 'Ready'
        $task.result = 0
    }
}
Add-Behaviour 'Get-ScheduledTask' {
    param($world, $machine, $parameters)
    foreach ($name in @($machine.tasks.Keys)) {
        if ($parameters.TaskName -and @($parameters.TaskName | Where-Object { $name -like $_ }).Count -eq 0) { continue }
        [pscustomobject]@{ TaskName = $name; State = $machine.tasks[$name].state; TaskPath = '\' }
    }
    if ($parameters.TaskName -and "$($parameters.TaskName)" -notmatch '[*?]') { Get-TaskRecord $machine "$($parameters.TaskName)" | Out-Null }
}
Add-Behaviour 'Get-ScheduledTaskInfo' {
    param($world, $machine, $parameters)
    $task = Get-TaskRecord $machine $parameters.TaskName
    [pscustomobject]@{ TaskName = $parameters.TaskName; LastTaskResult = $task.result }
}
Add-Behaviour 'Unregister-ScheduledTask' {
    param($world, $machine, $parameters)
    Get-TaskRecord $machine $parameters.TaskName | Out-Null
    Assert-Confirmed $parameters
    $machine.tasks.Remove("$($parameters.TaskName)")
}
