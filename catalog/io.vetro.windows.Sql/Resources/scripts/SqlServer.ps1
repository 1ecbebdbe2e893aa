# SQL Server by a configuration file, without questions. The media come with the image.

$script:SqlInstance = 'MSSQLSERVER'

# Installs the database engine. Without an account the service runs as the machine's own virtual account; with one,
# as that account of a domain. Only Windows users may sign in: SqlAuthentication.ps1 changes that.
function Install-SqlServer {
    param(
        # DOMAIN\user that the service runs as
        [string] $ServiceAccount = '',
        [string] $ServicePassword = ''
    )
    if (Get-Service -Name $script:SqlInstance -ErrorAction SilentlyContinue) {
        Write-Log 'SQL Server is there already'
        Open-FirewallPort -Name 'Vetro-SQL-Server' -Title 'SQL Server' -Port 1433
        return
    }
    $setup = Find-SqlSetup
    $file = Join-Path $env:TEMP ('sql-' + [guid]::NewGuid().ToString('N') + '.ini')
    $lines = @(
        '[OPTIONS]'
        'ACTION="Install"'
        'QUIET="True"'
        'INDICATEPROGRESS="False"'
        'IACCEPTSQLSERVERLICENSETERMS="True"'
        'UPDATEENABLED="False"'
        'FEATURES=SQLENGINE'
        "INSTANCENAME=`"$script:SqlInstance`""
        'SQLSVCSTARTUPTYPE="Automatic"'
        'AGTSVCSTARTUPTYPE="Automatic"'
        'TCPENABLED="1"'
        'SQLSYSADMINACCOUNTS="BUILTIN\Administrators" "NT AUTHORITY\SYSTEM"'
    )
    if ($ServiceAccount -ne '') {
        $lines += "SQLSVCACCOUNT=`"$ServiceAccount`"", "AGTSVCACCOUNT=`"$ServiceAccount`""
    }
    # setup takes passwords on its command line only, never from this file
    $arguments = @("/ConfigurationFile=$(ConvertTo-NativeArgument $file)")
    if ($ServiceAccount -ne '') {
        $arguments += "/SQLSVCPASSWORD=$(ConvertTo-NativeArgument $ServicePassword)"
        $arguments += "/AGTSVCPASSWORD=$(ConvertTo-NativeArgument $ServicePassword)"
    }
    try {
        Set-Content -LiteralPath $file -Value $lines -Encoding Unicode
        $process = Start-Process -FilePath $setup -ArgumentList ($arguments -join ' ') -PassThru -WindowStyle Hidden
        if (-not $process.WaitForExit(75 * 60 * 1000)) {
            $process.Kill()
            throw 'The setup of SQL Server did not end within 75 minutes.'
        }
        # 3010: done, a restart is wanted
        if (@(0, 3010) -notcontains $process.ExitCode) {
            throw "The setup of SQL Server ended with $($process.ExitCode): $(Get-SqlSetupReason)"
        }
    }
    finally {
        Remove-Item -LiteralPath $file -Force -ErrorAction SilentlyContinue
    }
    Open-FirewallPort -Name 'Vetro-SQL-Server' -Title 'SQL Server' -Port 1433
    Wait-Until -What 'Starting SQL Server' -Seconds 300 -Condition {
        (Get-Service -Name $script:SqlInstance).Status -eq 'Running'
    } | Out-Null
    Write-Log 'SQL Server is installed'
}

# Where the image has the media: a folder named by the machine's variable VETRO_SQL_MEDIA, C:\SqlMedia, or a drive.
function Find-SqlSetup {
    $folders = @([System.Environment]::GetEnvironmentVariable('VETRO_SQL_MEDIA', 'Machine'), 'C:\SqlMedia')
    $folders += @(Get-PSDrive -PSProvider FileSystem | ForEach-Object { $_.Root })
    foreach ($folder in $folders) {
        if ([string]::IsNullOrEmpty($folder)) { continue }
        $setup = Join-Path $folder 'setup.exe'
        if ((Test-Path -LiteralPath $setup) -and (Test-Path -LiteralPath (Join-Path $folder 'MediaInfo.xml'))) {
            return $setup
        }
    }
    throw 'The image of this machine has no media of SQL Server. Put them into C:\SqlMedia, or name their folder in the machine variable VETRO_SQL_MEDIA.'
}

# The last words of the setup's own summary.
function Get-SqlSetupReason {
    $summary = Get-ChildItem -Path "$env:ProgramFiles\Microsoft SQL Server\*\Setup Bootstrap\Log\Summary.txt" -ErrorAction SilentlyContinue |
        Sort-Object -Property LastWriteTime | Select-Object -Last 1
    if (-not $summary) { return 'it left no summary.' }
    $line = Get-Content -LiteralPath $summary.FullName |
        Where-Object { $_ -match '^\s*(Exit message|Error description):\s*\S' } | Select-Object -First 1
    if (-not $line) { return 'its summary names no reason.' }
    return ($line -split ':', 2)[1].Trim()
}

# Lets one port in. The firewall stays on.
function Open-FirewallPort {
    param(
        [Parameter(Mandatory = $true)] [string] $Name,
        [Parameter(Mandatory = $true)] [string] $Title,
        [Parameter(Mandatory = $true)] [int] $Port
    )
    if (Get-NetFirewallRule -Name $Name -ErrorAction SilentlyContinue) { return }
    New-NetFirewallRule -Name $Name -DisplayName $Title -Direction Inbound -Action Allow -Protocol TCP -LocalPort $Port | Out-Null
}

# Runs T-SQL on this machine's server; values come as parameters, never as parts of the text.
function Invoke-Sql {
    param(
        [Parameter(Mandatory = $true)] [string] $Query,
        [hashtable] $Values = @{},
        [int] $Seconds = 300
    )
    $connection = New-Object System.Data.SqlClient.SqlConnection 'Server=localhost;Integrated Security=SSPI;Connect Timeout=60'
    try {
        $connection.Open()
        $command = $connection.CreateCommand()
        $command.CommandText = $Query
        $command.CommandTimeout = $Seconds
        foreach ($key in $Values.Keys) { [void]$command.Parameters.AddWithValue("@$key", $Values[$key]) }
        $table = New-Object System.Data.DataTable
        $table.Load($command.ExecuteReader())
        return , @($table.Rows)
    }
    finally {
        $connection.Dispose()
    }
}

# One argument of a program: in quotes, with quotes and the backslashes before them escaped.
function ConvertTo-NativeArgument {
    param([Parameter(Mandatory = $true)] [AllowEmptyString()] [string] $Text)
    $escaped = [regex]::Replace($Text, '(\\*)"', '$1$1\"')
    $escaped = [regex]::Replace($escaped, '(\\+)$', '$1$1')
    return '"' + $escaped + '"'
}
