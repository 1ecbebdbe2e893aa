# A database for an application that runs on another machine of the domain.

# Makes the database where there is none, and lets the other machine's account do everything in it; running it again
# changes nothing. A site whose application pool has an identity of its own speaks to others as its machine.
function Grant-SqlDatabase {
    param(
        [Parameter(Mandatory = $true)] [string] $Database,
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $Computer
    )
    $account = Resolve-MachineAccount -DomainName $DomainName -Computer $Computer
    # CREATE takes no parameters; QUOTENAME makes names and literals of the values on the server
    Invoke-Sql -Query @'
DECLARE @text nvarchar(max);
IF DB_ID(@database) IS NULL
BEGIN
    SET @text = N'CREATE DATABASE ' + QUOTENAME(@database);
    EXEC (@text);
END
IF SUSER_ID(@account) IS NULL
BEGIN
    SET @text = N'CREATE LOGIN ' + QUOTENAME(@account) + N' FROM WINDOWS';
    EXEC (@text);
END
SET @text = N'USE ' + QUOTENAME(@database) + N';
    IF USER_ID(N' + QUOTENAME(@account, '''') + N') IS NULL
        CREATE USER ' + QUOTENAME(@account) + N' FOR LOGIN ' + QUOTENAME(@account) + N';
    ALTER ROLE [db_owner] ADD MEMBER ' + QUOTENAME(@account) + N';';
EXEC (@text);
'@ -Values @{ database = $Database; account = $account } | Out-Null
    Write-Log "'$account' may use the database '$Database'"
}

# The account of a machine as SQL Server writes it: DOMAIN\MACHINE$.
function Resolve-MachineAccount {
    param(
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $Computer
    )
    $known = New-Object System.Security.Principal.NTAccount($DomainName, "$Computer`$")
    # a machine that has just joined may not be known to every controller yet
    $sid = Wait-Until -What "Finding the account of $Computer in '$DomainName'" -Seconds 300 -Condition {
        $known.Translate([System.Security.Principal.SecurityIdentifier])
    }
    return $sid.Translate([System.Security.Principal.NTAccount]).Value
}
