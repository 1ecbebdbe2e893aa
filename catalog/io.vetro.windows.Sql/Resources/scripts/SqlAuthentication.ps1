# Who may sign in to SQL Server: users of Windows alone, or SQL logins, too ("mixed mode").

# Lets SQL logins in and gives sa this password; also changes it later.
function Enable-SqlLogins {
    param([Parameter(Mandatory = $true)] [string] $SAPassword)
    # CREATE and ALTER LOGIN take no parameters; QUOTENAME makes a literal of the value on the server
    Invoke-Sql -Query @'
DECLARE @text nvarchar(max) = N'ALTER LOGIN [sa] WITH PASSWORD = ' + QUOTENAME(@password, '''') + N', CHECK_POLICY = ON';
EXEC (@text);
ALTER LOGIN [sa] ENABLE;
'@ -Values @{ password = $SAPassword } | Out-Null
    Set-SqlLoginMode -Mode 2
    Write-Log 'SQL logins may sign in'
}

function Disable-SqlLogins {
    Invoke-Sql -Query 'ALTER LOGIN [sa] DISABLE' | Out-Null
    Set-SqlLoginMode -Mode 1
    Write-Log 'Only users of Windows may sign in'
}

# 1: Windows, 2: mixed. The server reads it when it starts.
function Set-SqlLoginMode {
    param([Parameter(Mandatory = $true)] [int] $Mode)
    if ((Get-SqlLoginMode) -ne $Mode) { Set-ItemProperty -Path (Get-SqlSettingsKey) -Name LoginMode -Value $Mode }
    # what the server that runs does: it may have been set and not started anew
    $isWindowsOnly = @(Invoke-Sql -Query "SELECT CAST(SERVERPROPERTY('IsIntegratedSecurityOnly') AS int) AS windows")[0].windows
    if (($isWindowsOnly -eq 1) -ne ($Mode -eq 1)) { Restart-SqlServer }
}

function Get-SqlLoginMode {
    (Get-ItemProperty -Path (Get-SqlSettingsKey)).LoginMode
}

function Get-SqlSettingsKey {
    $instances = 'HKLM:\SOFTWARE\Microsoft\Microsoft SQL Server\Instance Names\SQL'
    $id = (Get-ItemProperty -Path $instances).$script:SqlInstance
    "HKLM:\SOFTWARE\Microsoft\Microsoft SQL Server\$id\MSSQLServer"
}
