# Databases for applications that run on other machines of the domain.

# Makes the database where there is none, and lets the other machine's account do everything in it; running it again
# changes nothing. A site whose application pool has an identity of its own speaks to others as its machine.
function Grant-SqlDatabase {
    param(
        [Parameter(Mandatory = $true)] [string] $Database,
        [Parameter(Mandatory = $true)] [string] $DomainName,
        [Parameter(Mandatory = $true)] [string] $Computer
    )
    $account = Resolve-DomainAccount -DomainName $DomainName -Name "$Computer`$"
    # CREATE takes no parameters; QUOTENAME makes a name of the value on the server
    Invoke-Sql -Query @'
DECLARE @text nvarchar(max);
IF DB_ID(@database) IS NULL
BEGIN
    SET @text = N'CREATE DATABASE ' + QUOTENAME(@database);
    EXEC (@text);
END
'@ -Values @{ database = $Database } | Out-Null
    Confirm-WindowsLogin -Account $account
    Confirm-DatabaseOwner -Database $Database -Account $account
    Write-Log "'$account' may use the database '$Database'"
}

# Makes sure of a login for an account of Windows; it is the same on every server, by the identifier of the account.
function Confirm-WindowsLogin {
    param([Parameter(Mandatory = $true)] [string] $Account)
    Invoke-Sql -Query @'
DECLARE @text nvarchar(max);
IF SUSER_ID(@account) IS NULL
BEGIN
    SET @text = N'CREATE LOGIN ' + QUOTENAME(@account) + N' FROM WINDOWS';
    EXEC (@text);
END
'@ -Values @{ account = $Account } | Out-Null
}

# Lets an account that may sign in do everything in a database.
function Confirm-DatabaseOwner {
    param(
        [Parameter(Mandatory = $true)] [string] $Database,
        [Parameter(Mandatory = $true)] [string] $Account
    )
    Invoke-Sql -Query @'
DECLARE @text nvarchar(max) = N'USE ' + QUOTENAME(@database) + N';
    IF USER_ID(N' + QUOTENAME(@account, '''') + N') IS NULL
        CREATE USER ' + QUOTENAME(@account) + N' FOR LOGIN ' + QUOTENAME(@account) + N';
    ALTER ROLE [db_owner] ADD MEMBER ' + QUOTENAME(@account) + N';';
EXEC (@text);
'@ -Values @{ database = $Database; account = $Account } | Out-Null
}
