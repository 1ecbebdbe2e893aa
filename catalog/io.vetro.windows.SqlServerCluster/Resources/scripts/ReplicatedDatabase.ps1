# Databases of an availability group for applications that run on other machines of the domain.

# Lets the accounts of machines into databases, the first machine into the first database and so on; running it again
# changes nothing. Logins are no part of a database, so that every replica needs them; users are, and come from the primary
# replica to the others.
function Grant-ReplicatedDatabase {
    param(
        [Parameter(Mandatory = $true)] [string[]] $Databases,
        [Parameter(Mandatory = $true)] [string[]] $Computers,
        [Parameter(Mandatory = $true)] [string] $DomainName
    )
    for ($index = 0; $index -lt $Databases.Count; $index++) {
        $database = $Databases[$index]
        $account = Resolve-DomainAccount -DomainName $DomainName -Name "$($Computers[$index])`$"
        Confirm-WindowsLogin -Account $account
        $role = @(Invoke-Sql -Query 'SELECT CAST(sys.fn_hadr_is_primary_replica(@database) AS int) AS is_primary' -Values @{ database = $database })
        if ($role[0].is_primary -eq 1) { Confirm-DatabaseOwner -Database $database -Account $account }
        Write-Log "'$account' may use the database '$database'"
    }
}
