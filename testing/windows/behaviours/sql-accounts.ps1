# The accounts that services run as.

# https://learn.microsoft.com/windows/win32/cimwin32prov/change-method-in-class-win32-service
Add-Behaviour 'Invoke-CimMethod' {
    param($world, $machine, $parameters)
    if ($parameters.MethodName -eq 'UnjoinDomainOrWorkgroup') { return [pscustomobject]@{ ReturnValue = & $script:Behaviours['unjoin'].Do $world $machine @($parameters.Arguments.FUnjoinOptions) } }
    if ($parameters.MethodName -ne 'Change') { Stop-Case "The world has no method $($parameters.MethodName) of CIM." }
    $machine.services[$parameters.InputObject.Name].password = "$($parameters.Arguments.StartPassword)"
    [pscustomobject]@{ ReturnValue = 0 }
}
# Whether whoever works here is in the local group of administrators.
Add-Behaviour 'is-administrator' -Uncounted {
    param($world, $machine, $values)
    if ($script:Account -eq 'S-1-5-18' -or $script:Account -like '*-500' -or @($machine.administrators) -contains $script:Account) { return $true }
    $domain = Get-DomainOf $world $machine
    [bool]($domain -and (Test-DomainAdministrator $world $domain))
}
