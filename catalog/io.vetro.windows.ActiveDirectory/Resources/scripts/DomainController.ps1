# Domain controllers. Both functions leave the restart to the plan.

# Creates the domain. Returns the name of its administrator: the one that this machine's administrator has, in whatever
# language, and that others sign in with.
function Install-RolePrimaryDomainController {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $SafeModePassword
    )
    if (Test-DomainController) {
        $current = Get-CurrentDomain
        if ($current -eq $DomainName) {
            Write-Log "Already a controller of '$DomainName'"
            return Get-AdministratorName
        }
        throw "$env:COMPUTERNAME is a controller of '$current' already and cannot create '$DomainName'."
    }
    $administrator = Get-AdministratorName
    if (Test-PendingPromotion) {
        Write-Log "Made a controller already; the restart completes it"
        return $administrator
    }
    Confirm-NoPendingRestart
    Install-MissingFeature -Name 'AD-Domain-Services', 'DNS'
    Import-Module ADDSDeployment
    $netBiosName = $DomainName.Split('.')[0].ToUpperInvariant()
    if ($netBiosName.Length -gt 15) { $netBiosName = $netBiosName.Substring(0, 15) }
    try {
        Install-ADDSForest `
            -DomainName $DomainName `
            -DomainNetbiosName $netBiosName `
            -SafeModeAdministratorPassword (ConvertTo-Secret $SafeModePassword) `
            -InstallDns `
            -NoRebootOnCompletion `
            -Force `
            -WarningAction SilentlyContinue | Out-Null
    }
    catch {
        throw "The domain '$DomainName' could not be created on ${env:COMPUTERNAME}: $($_.Exception.Message)"
    }
    Write-Log "Created '$DomainName'"
    return $administrator
}

function Install-RoleSecondaryDomainController {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $UserName,
        [Parameter(Mandatory = $true)] [string] $Password,
        [Parameter(Mandatory = $true)] [string] $SafeModePassword
    )
    $current = Get-CurrentDomain
    if (Test-DomainController) {
        if ($current -eq $DomainName) {
            Write-Log "Already a controller of '$DomainName'"
            return
        }
        throw "$env:COMPUTERNAME is a controller of '$current' already and cannot serve '$DomainName'."
    }
    if ($current -ne $DomainName) {
        throw "$env:COMPUTERNAME is not a member of '$DomainName' and cannot become a controller of it."
    }
    if (Test-PendingPromotion) {
        Write-Log "Made a controller already; the restart completes it"
        return
    }
    Confirm-NoPendingRestart
    Install-MissingFeature -Name 'AD-Domain-Services', 'DNS'
    Import-Module ADDSDeployment
    try {
        Install-ADDSDomainController `
            -DomainName $DomainName `
            -Credential (New-DomainCredential -DomainName $DomainName -UserName $UserName -Password $Password) `
            -SafeModeAdministratorPassword (ConvertTo-Secret $SafeModePassword) `
            -InstallDns `
            -NoRebootOnCompletion `
            -Force `
            -WarningAction SilentlyContinue | Out-Null
    }
    catch {
        throw "$env:COMPUTERNAME could not become a controller of '$DomainName': $($_.Exception.Message)"
    }
    Write-Log "Became a controller of '$DomainName'"
}
