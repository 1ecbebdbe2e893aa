# SQL Server: its setup, its service, and T-SQL. A small reader of T-SQL carries out what the scripts send; a statement that it
# does not know ends the case.
#   $machine.sql          edition, hadr (whether groups are on), mode (1 Windows, 2 mixed), databases, logins, endpoint
#   $world.groups[NAME]   primary, replicas, databases, listener: one truth for all servers

# ---- text to tokens, tokens to a tree
function Get-SqlTokens([string] $Text) {
    $pattern = "(?<comment>--[^\n]*|/\*[\s\S]*?\*/)|N?'(?<text>(?:[^']|'')*)'|\[(?<name>(?:[^\]]|\]\])*)\]|(?<variable>@\w+)|(?<number>\d+)|(?<word>[A-Za-z_]\w*)|(?<sign><>|<=|>=|::|[-+*/=<>(),.;])"
    foreach ($hit in [regex]::Matches($Text, $pattern)) {
        foreach ($kind in 'text', 'name', 'variable', 'number', 'word', 'sign') {
            if (-not $hit.Groups[$kind].Success) { continue }
            $value = $hit.Groups[$kind].Value
            if ($kind -eq 'text') { $value = $value.Replace("''", "'") }
            if ($kind -eq 'name') { $value = $value.Replace(']]', ']') }
            @{ kind = $kind; value = $value }
            break
        }
    }
}
function New-SqlReader([string] $Text) { @{ tokens = @(Get-SqlTokens $Text); at = 0; text = $Text } }
function Test-SqlEnd($Reader) { $Reader.at -ge $Reader.tokens.Count }
function Get-SqlToken($Reader, [int] $Ahead = 0) { if ($Reader.at + $Ahead -lt $Reader.tokens.Count) { $Reader.tokens[$Reader.at + $Ahead] } else { @{ kind = 'end'; value = '' } } }
function Test-SqlWord($Reader, [string] $Words) {
    $ahead = 0
    foreach ($word in $Words -split ' ') {
        $token = Get-SqlToken $Reader $ahead
        if ($token.kind -notin 'word', 'sign' -or $token.value -ne $word) { return $false }
        $ahead++
    }
    $true
}
# Takes words where they stand next.
function Read-SqlWord($Reader, [string] $Words) {
    if (-not (Test-SqlWord $Reader $Words)) { return $false }
    $Reader.at += @($Words -split ' ').Count
    $true
}
function Assert-SqlWord($Reader, [string] $Words) {
    # https://learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors (102)
    if (-not (Read-SqlWord $Reader $Words)) { Stop-Call -Source 'sql-errors-0' -Message "Incorrect syntax near '$((Get-SqlToken $Reader).value)'." }
}
function Read-SqlName($Reader) {
    $token = Get-SqlToken $Reader
    if ($token.kind -notin 'name', 'word', 'text') { Stop-Call -Source 'sql-errors-0' -Message "Incorrect syntax near '$($token.value)'." }
    $Reader.at++
    $token.value
}

function Read-SqlCondition($Reader) {
    $left = Read-SqlConjunction $Reader
    while (Read-SqlWord $Reader 'OR') { $left = @{ is = 'or'; one = $left; other = Read-SqlConjunction $Reader } }
    $left
}
function Read-SqlConjunction($Reader) {
    $left = Read-SqlComparison $Reader
    while (Read-SqlWord $Reader 'AND') { $left = @{ is = 'and'; one = $left; other = Read-SqlComparison $Reader } }
    $left
}
function Read-SqlComparison($Reader) {
    if (Read-SqlWord $Reader 'NOT') { return @{ is = 'not'; one = Read-SqlComparison $Reader } }
    $left = Read-SqlSum $Reader
    if (Read-SqlWord $Reader 'IS NOT NULL') { return @{ is = 'not'; one = @{ is = 'null'; one = $left } } }
    if (Read-SqlWord $Reader 'IS NULL') { return @{ is = 'null'; one = $left } }
    foreach ($sign in '<>', '<=', '>=', '=', '<', '>') { if (Read-SqlWord $Reader $sign) { return @{ is = 'compare'; sign = $sign; one = $left; other = Read-SqlSum $Reader } } }
    $left
}
function Read-SqlSum($Reader) {
    $left = Read-SqlValue $Reader
    while (Read-SqlWord $Reader '+') { $left = @{ is = 'plus'; one = $left; other = Read-SqlValue $Reader } }
    $left
}
function Read-SqlValue($Reader) {
    $token = Get-SqlToken $Reader
    if ($token.kind -eq 'text') { $Reader.at++; return @{ is = 'value'; value = $token.value } }
    if ($token.kind -eq 'number') { $Reader.at++; return @{ is = 'value'; value = [int]$token.value } }
    if ($token.kind -eq 'variable') { $Reader.at++; return @{ is = 'variable'; name = $token.value } }
    if (Read-SqlWord $Reader 'NULL') { return @{ is = 'value'; value = $null } }
    if (Read-SqlWord $Reader '(') { $inner = Read-SqlCondition $Reader; Assert-SqlWord $Reader ')'; return $inner }
    if (Read-SqlWord $Reader 'CAST (') { $inner = Read-SqlCondition $Reader; Assert-SqlWord $Reader 'AS'; Skip-SqlType $Reader; Assert-SqlWord $Reader ')'; return $inner }
    if (Read-SqlWord $Reader 'CASE') {
        $subject = if (-not (Test-SqlWord $Reader 'WHEN')) { Read-SqlSum $Reader }
        $branches = @()
        while (Read-SqlWord $Reader 'WHEN') {
            $when = Read-SqlCondition $Reader
            Assert-SqlWord $Reader 'THEN'
            if ($subject) { $when = @{ is = 'compare'; sign = '='; one = $subject; other = $when } }
            $branches += @{ when = $when; then = Read-SqlCondition $Reader }
        }
        $else = if (Read-SqlWord $Reader 'ELSE') { Read-SqlCondition $Reader } else { @{ is = 'value'; value = $null } }
        Assert-SqlWord $Reader 'END'
        return @{ is = 'case'; branches = $branches; else = $else }
    }
    $name = Read-SqlName $Reader
    while (Read-SqlWord $Reader '.') { $name += ".$(Read-SqlName $Reader)" }
    if (-not (Read-SqlWord $Reader '(')) { return @{ is = 'column'; name = $name } }
    $arguments = @()
    while (-not (Read-SqlWord $Reader ')')) { $arguments += Read-SqlCondition $Reader; [void](Read-SqlWord $Reader ',') }
    @{ is = 'call'; name = $name; arguments = $arguments }
}
function Skip-SqlType($Reader) {
    [void](Read-SqlName $Reader)
    if (Read-SqlWord $Reader '(') { while (-not (Read-SqlWord $Reader ')')) { $Reader.at++ } }
}

# ---- values
function Get-SqlResult($Run, $Node, $Row) {
    switch ($Node.is) {
        'value' { return $Node.value }
        'variable' {
            # https://learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors (137)
            if (-not $Run.variables.ContainsKey($Node.name)) { Stop-Sql 137 "Must declare the scalar variable ""$($Node.name)""." }
            return $Run.variables[$Node.name]
        }
        'column' { return Get-SqlColumn $Row $Node.name }
        'plus' {
            $one = Get-SqlResult $Run $Node.one $Row
            $other = Get-SqlResult $Run $Node.other $Row
            if ($null -eq $one -or $null -eq $other) { return $null }
            return $one + $other
        }
        'null' { return $null -eq (Get-SqlResult $Run $Node.one $Row) }
        'not' { return -not (Get-SqlResult $Run $Node.one $Row) }
        'and' { return (Get-SqlResult $Run $Node.one $Row) -and (Get-SqlResult $Run $Node.other $Row) }
        'or' { return (Get-SqlResult $Run $Node.one $Row) -or (Get-SqlResult $Run $Node.other $Row) }
        'case' {
            foreach ($branch in $Node.branches) { if (Get-SqlResult $Run $branch.when $Row) { return Get-SqlResult $Run $branch.then $Row } }
            return Get-SqlResult $Run $Node.else $Row
        }
        'compare' {
            $one = Get-SqlResult $Run $Node.one $Row
            $other = Get-SqlResult $Run $Node.other $Row
            if ($null -eq $one -or $null -eq $other) { return $false }
            switch ($Node.sign) { '=' { return $one -eq $other } '<>' { return $one -ne $other } '<' { return $one -lt $other } '>' { return $one -gt $other } '<=' { return $one -le $other } '>=' { return $one -ge $other } }
        }
        'call' { return Get-SqlCall $Run $Node.name @($Node.arguments | ForEach-Object { , (Get-SqlResult $Run $_ $Row) }) }
    }
}
function Get-SqlColumn($Row, [string] $Name) {
    $parts = $Name -split '\.'
    if ($parts.Count -eq 2 -and $Row.ContainsKey($parts[0])) {
        if ($Row[$parts[0]].ContainsKey($parts[1])) { return $Row[$parts[0]][$parts[1]] }
    }
    else { foreach ($source in $Row.Values) { if ($source.ContainsKey($parts[-1])) { return $source[$parts[-1]] } } }
    Stop-Sql 207 "Invalid column name '$($parts[-1])'."
}
function Get-SqlCall($Run, [string] $Name, $Arguments) {
    $sql = $Run.machine.sql
    switch ($Name) {
        'QUOTENAME' {
            $text = "$($Arguments[0])"
            # https://learn.microsoft.com/sql/t-sql/functions/quotename-transact-sql: longer than 128 is null
            if ($null -eq $Arguments[0] -or $text.Length -gt 128) { return $null }
            if ($Arguments.Count -gt 1 -and $Arguments[1] -eq "'") { return "'" + $text.Replace("'", "''") + "'" }
            return '[' + $text.Replace(']', ']]') + ']'
        }
        'DB_ID' { return Get-SqlId $sql.databases $Arguments[0] }
        'DB_NAME' { return @($sql.databases.Keys | Where-Object { (Get-SqlId $sql.databases $_) -eq $Arguments[0] })[0] }
        'SUSER_ID' { return Get-SqlId $sql.logins $Arguments[0] }
        'SUSER_SID' { return Find-Sid $Run.world $Run.machine $Arguments[0] }
        'USER_ID' { return Get-SqlId $sql.databases[$Run.database].users $Arguments[0] }
        'IS_SRVROLEMEMBER' { return 1 }
        'SERVERPROPERTY' {
            switch ($Arguments[0]) {
                'IsHadrEnabled' { return [int][bool]$sql.hadr }
                'IsIntegratedSecurityOnly' { return [int]($sql.mode -eq 1) }
                'EngineEdition' { return $(if ($sql.edition -like 'Standard*') { 2 } elseif ($sql.edition -like 'Express*') { 4 } else { 3 }) }
                'Edition' { return "$($sql.edition) Edition (64-bit)" }
                'ProductVersion' { return '16.0.1000.6' }
                'ServerName' { return $Run.machine.name.ToUpperInvariant() }
                'MachineName' { return $Run.machine.name.ToUpperInvariant() }
            }
            return $null
        }
        'sys.fn_hadr_is_primary_replica' {
            foreach ($group in $Run.world.groups.Values) { if ($group.databases[$Arguments[0]]) { return [int]($group.primary -eq $Run.machine.name) } }
            return $null
        }
    }
    Stop-Case "The world has no function $Name of T-SQL."
}
# numbers of things by their names, the same for the same name
function Get-SqlId($Table, $Name) {
    if ($null -eq $Name -or -not $Table.ContainsKey("$Name")) { return $null }
    5 + [array]::IndexOf(@($Table.Keys | Sort-Object), @($Table.Keys | Where-Object { $_ -eq $Name })[0])
}

# ---- views of the server: rows as tables by column
function Get-SqlGroupsHere($Run) { foreach ($name in @($Run.world.groups.Keys | Sort-Object)) { $group = $Run.world.groups[$name]; if ($group.replicas[$Run.machine.name].joined) { @{ name = $name; record = $group } } } }
$script:SqlViews = @{
    'sys.databases'          = { param($run) foreach ($name in $run.machine.sql.databases.Keys) { $database = $run.machine.sql.databases[$name]; @{ name = $name; database_id = Get-SqlId $run.machine.sql.databases $name; recovery_model = $database.recovery; state = $database.state; replica_id = $(if ($database.group) { "replica-$($run.machine.name)" }) } } }
    'sys.database_recovery_status' = { param($run) foreach ($name in $run.machine.sql.databases.Keys) { $database = $run.machine.sql.databases[$name]; @{ database_id = Get-SqlId $run.machine.sql.databases $name; last_log_backup_lsn = $(if ($database.saved -and $database.recovery -eq 1) { 1 }) } } }
    'sys.server_principals'  = { param($run) foreach ($name in $run.machine.sql.logins.Keys) { @{ name = $name; is_disabled = [int](-not $run.machine.sql.logins[$name].enabled) } } }
    'sys.endpoints'          = { param($run) $one = $run.machine.sql.endpoint; if ($one) { @{ name = $one.name; endpoint_id = 65536; state = $one.state; type = 4 } } }
    'sys.database_mirroring_endpoints' = { param($run) $one = $run.machine.sql.endpoint; if ($one) { @{ name = $one.name; endpoint_id = 65536; state = $one.state; role = $one.role } } }
    'sys.tcp_endpoints'      = { param($run) $one = $run.machine.sql.endpoint; if ($one) { @{ name = $one.name; endpoint_id = 65536; port = $one.port } } }
    'sys.availability_groups' = { param($run) foreach ($one in Get-SqlGroupsHere $run) { @{ name = $one.name; group_id = $one.name } } }
    'sys.availability_replicas' = { param($run) foreach ($one in Get-SqlGroupsHere $run) { foreach ($name in $one.record.replicas.Keys) { @{ replica_id = "replica-$name"; group_id = $one.name; replica_server_name = $name.ToUpperInvariant(); availability_mode = [int]($one.record.replicas[$name].mode -eq 'SYNCHRONOUS_COMMIT'); failover_mode = [int]($one.record.replicas[$name].failover -ne 'AUTOMATIC') } } } }
    'sys.availability_databases_cluster' = { param($run) foreach ($one in Get-SqlGroupsHere $run) { foreach ($name in $one.record.databases.Keys) { @{ group_id = $one.name; database_name = $name } } } }
    'sys.availability_group_listeners' = { param($run) foreach ($one in Get-SqlGroupsHere $run) { if ($one.record.listener) { @{ group_id = $one.name; dns_name = $one.record.listener.name } } } }
    'sys.dm_hadr_availability_group_states' = { param($run) foreach ($one in Get-SqlGroupsHere $run) { @{ group_id = $one.name; primary_replica = "$($one.record.primary)".ToUpperInvariant() } } }
    'sys.dm_hadr_availability_replica_states' = { param($run) foreach ($one in Get-SqlGroupsHere $run) { foreach ($name in $one.record.replicas.Keys) { @{ replica_id = "replica-$name"; group_id = $one.name; is_local = [int]($name -eq $run.machine.name); role = $(if ($one.record.primary -eq $name) { 1 } else { 2 }); connected_state = [int](Test-SqlAnswers $run.world $run.world.machines[$name]) } } } }
    'sys.dm_hadr_database_replica_states' = { param($run) foreach ($one in Get-SqlGroupsHere $run) { foreach ($replica in $one.record.replicas.Keys) { foreach ($name in $one.record.databases.Keys) { $server = $run.world.machines[$replica]; if ($server.sql.databases[$name].group) { @{ database_id = Get-SqlId $run.machine.sql.databases $name; group_id = $one.name; replica_id = "replica-$replica"; is_local = [int]($replica -eq $run.machine.name); synchronization_state = $(if ($one.record.replicas[$replica].mode -eq 'SYNCHRONOUS_COMMIT') { 2 } else { 1 }) } } } } } }
    'sys.dm_hadr_database_replica_cluster_states' = { param($run) foreach ($one in Get-SqlGroupsHere $run) { foreach ($replica in $one.record.replicas.Keys) { foreach ($name in $one.record.databases.Keys) { @{ replica_id = "replica-$replica"; database_name = $name; is_database_joined = [int][bool]$run.world.machines[$replica].sql.databases[$name].group } } } } }
}

# ---- statements
# Nothing of a batch is done that SQL Server cannot read: Microsoft's own parser of SQL Server 2022 judges it (ScriptDom).
function Assert-SqlSyntax([string] $Text) {
    # two things that CREATE and ALTER AVAILABILITY GROUP have and that parser does not know; they are read below:
    # https://learn.microsoft.com/sql/t-sql/statements/create-availability-group-transact-sql (BASIC, LISTENER)
    $name = '\[(?:[^\]]|\]\])*\]'
    $literal = "N?'(?:[^']|'')*'"
    $known = $Text -replace "^(\s*CREATE AVAILABILITY GROUP $name) WITH \(BASIC\)", '$1'
    $known = $known -replace "^(\s*ALTER AVAILABILITY GROUP $name) ADD LISTENER $literal \(WITH IP \(\($literal, $literal\)\), PORT = \d+\)\s*$", '$1 JOIN'
    $problems = $null
    [void][Microsoft.SqlServer.TransactSql.ScriptDom.TSql160Parser]::new($true).Parse([System.IO.StringReader]::new($known), [ref]$problems)
    if ($problems.Count -eq 0) { return }
    $first = $problems[0].Message
    # the parser's own sentence of what SQL Server calls 105
    if ($first -match 'closing quotation mark after the character string (.*)$') { Stop-Sql 105 "Unclosed quotation mark after the character string '$($Matches[1].TrimEnd('.'))'." }
    Stop-Sql 102 $first
}
function Stop-Sql([int] $Number, [string] $Message) {
    Stop-Call -Source 'sql-errors-0' -Message $Message -Exception ([Vetro.Testing.SqlException]::new($Message, $Number))
}
function Invoke-SqlText($Run, [string] $Text) {
    Assert-SqlSyntax $Text
    $reader = New-SqlReader $Text
    while (-not (Test-SqlEnd $reader)) { if (-not (Read-SqlWord $reader ';')) { Invoke-SqlStatement $Run $reader $true } }
}
# -Does: an IF reads over what it does not do
function Invoke-SqlStatement($Run, $Reader, [bool] $Does) {
    if (Read-SqlWord $Reader 'BEGIN') {
        while (-not (Read-SqlWord $Reader 'END')) { if (-not (Read-SqlWord $Reader ';')) { Invoke-SqlStatement $Run $Reader $Does } }
        return
    }
    if (Read-SqlWord $Reader 'IF') {
        $condition = Read-SqlCondition $Reader
        $holds = $Does -and (Get-SqlResult $Run $condition @{})
        Invoke-SqlStatement $Run $Reader $holds
        while (Read-SqlWord $Reader ';') { }
        if (Read-SqlWord $Reader 'ELSE') { Invoke-SqlStatement $Run $Reader ($Does -and -not $holds) }
        return
    }
    if (Read-SqlWord $Reader 'DECLARE') {
        do {
            $name = (Get-SqlToken $Reader).value
            $Reader.at++
            Skip-SqlType $Reader
            $value = if (Read-SqlWord $Reader '=') { Get-SqlResult $Run (Read-SqlCondition $Reader) @{} }
            if ($Does) { $Run.variables[$name] = $value }
        } while (Read-SqlWord $Reader ',')
        return
    }
    if ((Test-SqlWord $Reader 'SET') -and (Get-SqlToken $Reader 1).kind -eq 'variable') {
        $name = (Get-SqlToken $Reader 1).value
        $Reader.at += 2
        Assert-SqlWord $Reader '='
        $expression = Read-SqlCondition $Reader
        if ($Does) { $Run.variables[$name] = Get-SqlResult $Run $expression @{} }
        return
    }
    if (Read-SqlWord $Reader 'EXEC') {
        Assert-SqlWord $Reader '('
        $expression = Read-SqlCondition $Reader
        Assert-SqlWord $Reader ')'
        # a batch of its own, which does not see the variables of the one around it
        if ($Does) { Invoke-SqlText (@{} + $Run + @{ } | ForEach-Object { $_.variables = @{}; $_ }) (Get-SqlResult $Run $expression @{}) }
        return
    }
    if (Read-SqlWord $Reader 'SELECT') { Read-SqlSelect $Run $Reader $Does; return }
    foreach ($words in $script:SqlStatements.Keys) {
        if (-not (Read-SqlWord $Reader $words)) { continue }
        # up to the end of the statement, whatever is done
        $from = $Reader.at
        if ($Does) { & $script:SqlStatements[$words] $Run $Reader } else { $Reader.at = $from; while (-not (Test-SqlEnd $Reader) -and -not (Test-SqlWord $Reader ';') -and -not (Test-SqlStart $Reader)) { $Reader.at++ } }
        return
    }
    Stop-Case "The world cannot read the T-SQL at '$((Get-SqlToken $Reader).value) $((Get-SqlToken $Reader 1).value)': $($Reader.text)"
}
function Test-SqlStart($Reader) { foreach ($words in @($script:SqlStatements.Keys) + 'END', 'ELSE', 'SELECT', 'EXEC', 'IF', 'DECLARE') { if (Test-SqlWord $Reader $words) { return $true } } }
function Read-SqlSelect($Run, $Reader, [bool] $Does) {
    $columns = @()
    do {
        $value = Read-SqlCondition $Reader
        $name = if (Read-SqlWord $Reader 'AS') { Read-SqlName $Reader } elseif ($value.is -eq 'column') { ($value.name -split '\.')[-1] } else { "c$($columns.Count)" }
        $columns += @{ value = $value; name = $name }
    } while (Read-SqlWord $Reader ',')
    $rows = @(@{})
    if (Read-SqlWord $Reader 'FROM') {
        $rows = @(Join-SqlView $Run $Reader $rows $null)
        while ($true) {
            [void](Read-SqlWord $Reader 'INNER')
            if (-not (Read-SqlWord $Reader 'JOIN')) { break }
            $rows = @(Join-SqlView $Run $Reader $rows 'ON')
        }
    }
    if (Read-SqlWord $Reader 'WHERE') {
        $condition = Read-SqlCondition $Reader
        $rows = @($rows | Where-Object { Get-SqlResult $Run $condition $_ })
    }
    if (-not $Does) { return }
    $table = [System.Data.DataTable]::new()
    foreach ($column in $columns) { [void]$table.Columns.Add($column.name, [object]) }
    foreach ($row in $rows) { [void]$table.Rows.Add([object[]]@($columns | ForEach-Object { $value = Get-SqlResult $Run $_.value $row; if ($null -eq $value) { , [System.DBNull]::Value } else { , $value } })) }
    $Run.answer.table = $table
}
function Join-SqlView($Run, $Reader, $Rows, $Keyword) {
    $name = Read-SqlName $Reader
    while (Read-SqlWord $Reader '.') { $name += ".$(Read-SqlName $Reader)" }
    $view = $script:SqlViews[$name]
    if (-not $view) { Stop-Case "The world has no view $name." }
    $alias = $name
    $next = Get-SqlToken $Reader
    if ($next.kind -in 'word', 'name' -and $next.value -notin 'WHERE', 'JOIN', 'INNER', 'ON', 'ORDER') { $alias = Read-SqlName $Reader }
    $condition = if ($Keyword) { Assert-SqlWord $Reader 'ON'; Read-SqlCondition $Reader }
    $found = @(& $view $Run | Where-Object { $_ })
    foreach ($row in $Rows) {
        foreach ($one in $found) {
            $both = @{} + $row
            $both[$alias] = $one
            if (-not $condition -or (Get-SqlResult $Run $condition $both)) { $both }
        }
    }
}
function Read-SqlOptions($Reader) {
    # WITH (A = b, C) or WITH a, b: what is named, by its name
    $options = @{}
    if (-not (Read-SqlWord $Reader 'WITH')) { return $options }
    $paren = Read-SqlWord $Reader '('
    while (-not (Test-SqlEnd $Reader) -and -not (Test-SqlWord $Reader ';')) {
        $name = Read-SqlName $Reader
        $value = $true
        if (Read-SqlWord $Reader '=') { $value = (Get-SqlToken $Reader).value; $Reader.at++ }
        $options[$name] = $value
        if ($paren -and (Read-SqlWord $Reader ')')) { break }
        if (-not (Read-SqlWord $Reader ',')) { break }
    }
    $options
}
function Get-SqlDatabase($Run, [string] $Name) {
    # (911)
    if (-not $Run.machine.sql.databases[$Name]) { Stop-Call -Source 'sql-errors-0' -Message "Database '$Name' does not exist. Make sure that the name is entered correctly." }
    $Run.machine.sql.databases[$Name]
}
function Read-SqlText($Run, $Reader) {
    $token = Get-SqlToken $Reader
    if ($token.kind -eq 'variable') { $Reader.at++; return "$($Run.variables[$token.value])" }
    Read-SqlName $Reader
}
function Get-SqlGroup($Run, [string] $Name, [bool] $Primary = $true) {
    $group = $Run.world.groups[$Name]
    # (15151)
    if (-not $group) { Stop-Call -Source 'sql-errors-15000' -Message "Cannot alter the availability group '$Name', because it does not exist or you do not have permission." }
    # (41190)
    if ($Primary -and $group.primary -ne $Run.machine.name) { Stop-Call -Source 'sql-errors-31000' -Message "Availability group '$Name' failed to process the ALTER command. The local availability replica is not in a state that could process the command." }
    $group
}
# A replica as CREATE and ALTER describe it: 'NAME' WITH (…)
function Read-SqlReplica($Run, $Reader, $Group) {
    $name = Read-SqlName $Reader
    $options = Read-SqlOptions $Reader
    $server = $Run.world.machines[$name]
    # https://learn.microsoft.com/sql/database-engine/availability-groups/windows (35237, 41105)
    if ($options.FAILOVER_MODE -eq 'AUTOMATIC' -and $options.AVAILABILITY_MODE -ne 'SYNCHRONOUS_COMMIT') { Stop-Call -Source 'sql-ag-modes' -Message "The availability mode of replica '$name' does not support automatic failover." }
    $Group.replicas[$server.name] = @{ url = "$($options.ENDPOINT_URL)"; mode = "$($options.AVAILABILITY_MODE)"; failover = "$($options.FAILOVER_MODE)"; joined = $server.name -eq $Run.machine.name }
}
function Join-SqlDatabase($Run, $Group, [string] $GroupName, [string] $Name) {
    $database = Get-SqlDatabase $Run $Name
    # https://learn.microsoft.com/sql/database-engine/availability-groups/windows/prereqs-restrictions-recommendations-always-on-availability (927, 1475)
    if ($database.recovery -ne 1) { Stop-Call -Source 'sql-ag-prerequisites' -Message "Database ""$Name"" cannot be added to availability group '$GroupName'. The database is not in the FULL recovery model." }
    if (-not $database.saved) { Stop-Call -Source 'sql-errors-1000' -Message "Database ""$Name"" might contain bulk logged changes that have not been backed up. Take a log backup on the principal database or primary database. Then restore this backup either on the mirror database to enable database mirroring or on every secondary database to enable you to join it to the availability group." }
    if ($database.group) { Stop-Call -Source 'sql-ag-prerequisites' -Message "Database '$Name' cannot be joined to or unjoined from availability group '$GroupName'. The database is already part of an availability group." }
    $Group.databases[$Name] = @{}
    $database.group = $GroupName
}
function Assert-SqlHadr($Run) {
    # (35221)
    if (-not $Run.machine.sql.hadr) { Stop-Call -Source 'sql-errors-31000' -Message 'Could not process the operation. Always On Availability Groups replica manager is disabled on this instance of SQL Server. Enable Always On Availability Groups, by using the SQL Server Configuration Manager. Then, restart the SQL Server service, and retry the currently operation.' }
}
# A file of a backup: on this server's disk, or behind a share that the service's account may read.
function Resolve-SqlFile($Run, [string] $Path, [bool] $Writes) {
    $place = if ($Path -match '^\\\\') {
        $server = ($Path -split '\\')[2]
        $share = ($Path -split '\\')[3]
        $folder = $Run.world.machines[($server -split '\.')[0]].shares[$share]
        $sid = Find-Sid $Run.world $Run.machine $Run.machine.services['MSSQLSERVER'].account
        if (-not $folder -or -not $folder.access[$sid]) { $null } else { ConvertTo-DiskPath $Path }
    }
    else { "$($Run.world.disk)/$($Run.machine.name)/$($Path -replace '^C:', 'C' -replace '\\', '/')" }
    $is = $place -and $(if ($Writes) { [System.IO.Directory]::Exists([System.IO.Path]::GetDirectoryName($place)) } else { Microsoft.PowerShell.Management\Test-Path -LiteralPath $place })
    # (3201)
    if (-not $is) { Stop-Call -Source 'sql-errors-3000' -Message "Cannot open backup device '$Path'. Operating system error $(if ($place) { '3(The system cannot find the path specified.)' } else { '5(Access is denied.)' })." }
    $place
}

$script:SqlStatements = [ordered]@{
    'CREATE DATABASE'  = {
        param($run, $reader)
        $name = Read-SqlName $reader
        # (1801)
        if ($run.machine.sql.databases[$name]) { Stop-Call -Source 'sql-errors-1000' -Message "Database '$name' already exists. Choose a different database name." }
        $run.machine.sql.databases[$name] = @{ recovery = 1; state = 0; saved = $false; group = ''; users = @{} }
        if ($run.machine.sql.model) { $run.machine.sql.databases[$name].recovery = $run.machine.sql.model }
    }
    'CREATE LOGIN'     = {
        param($run, $reader)
        $name = Read-SqlName $reader
        if ($run.machine.sql.logins[$name]) { Stop-Call -Source 'sql-errors-15000' -Message "The server principal '$name' already exists." }
        if (Read-SqlWord $reader 'FROM WINDOWS') {
            $sid = Find-Sid $run.world $run.machine $name
            # a name as Windows writes it, domain\account; (15401, 15407)
            if ($name -notmatch '\\') { Stop-Call -Source 'sql-errors-15000' -Message "'$name' is not a valid Windows NT name. Give the complete name: <domain\username>." }
            if (-not $sid) { Stop-Call -Source 'sql-errors-15000' -Message "Windows NT user or group '$name' not found. Check the name again." }
            $run.machine.sql.logins[$name] = @{ sid = $sid; enabled = $true; rights = @() }
            return
        }
        $options = Read-SqlOptions $reader
        $run.machine.sql.logins[$name] = @{ sid = ''; enabled = $true; password = $options.PASSWORD; rights = @() }
    }
    'ALTER LOGIN'      = {
        param($run, $reader)
        $name = Read-SqlName $reader
        $login = $run.machine.sql.logins[$name]
        if (-not $login) { Stop-Call -Source 'sql-errors-15000' -Message "Cannot alter the login '$name', because it does not exist or you do not have permission." }
        if (Read-SqlWord $reader 'ENABLE') { $login.enabled = $true; return }
        if (Read-SqlWord $reader 'DISABLE') { $login.enabled = $false; return }
        $options = Read-SqlOptions $reader
        # (15118)
        if ($options.ContainsKey('PASSWORD')) {
            if (-not (Test-PasswordPolicy "$($options.PASSWORD)" $name 8)) { Stop-Call -Source 'sql-errors-15000' -Message 'Password validation failed. The password does not meet Windows policy requirements because it is not complex enough.' }
            $login.password = $options.PASSWORD
        }
    }
    'USE'              = { param($run, $reader) $name = Read-SqlName $reader; [void](Get-SqlDatabase $run $name); $run.database = $name }
    'CREATE USER'      = {
        param($run, $reader)
        $name = Read-SqlName $reader
        $users = $run.machine.sql.databases[$run.database].users
        $login = if (Read-SqlWord $reader 'FOR LOGIN') { Read-SqlName $reader } else { $name }
        if ($users[$name]) { Stop-Call -Source 'sql-errors-15000' -Message "User, group, or role '$name' already exists in the current database." }
        if (-not $run.machine.sql.logins[$login]) { Stop-Call -Source 'sql-errors-15000' -Message "'$login' is not a valid login or you do not have permission." }
        $users[$name] = @{ login = $login; roles = @() }
    }
    'ALTER ROLE'       = {
        param($run, $reader)
        $role = Read-SqlName $reader
        Assert-SqlWord $reader 'ADD MEMBER'
        $name = Read-SqlName $reader
        $user = $run.machine.sql.databases[$run.database].users[$name]
        if (-not $user) { Stop-Call -Source 'sql-errors-15000' -Message "User or role '$name' does not exist in this database." }
        if ($user.roles -notcontains $role) { $user.roles = @($user.roles) + $role }
    }
    'ALTER SERVER ROLE' = { param($run, $reader) [void](Read-SqlName $reader); Assert-SqlWord $reader 'ADD MEMBER'; [void](Read-SqlName $reader) }
    'GRANT'            = {
        param($run, $reader)
        $right = @()
        while (-not (Read-SqlWord $reader 'TO')) { $right += (Get-SqlToken $reader).value; $reader.at++ }
        $name = Read-SqlName $reader
        # (15151)
        if (-not $run.machine.sql.logins[$name]) { Stop-Call -Source 'sql-errors-15000' -Message "Cannot find the login '$name', because it does not exist or you do not have permission." }
        $words = $right -join ' '
        if ($right -contains 'ENDPOINT' -and (-not $run.machine.sql.endpoint -or $right -notcontains $run.machine.sql.endpoint.name)) { Stop-Call -Source 'sql-errors-15000' -Message "Cannot find the endpoint '$($right[-1])', because it does not exist or you do not have permission." }
        if ($run.machine.sql.logins[$name].rights -notcontains $words) { $run.machine.sql.logins[$name].rights = @(@($run.machine.sql.logins[$name].rights) + $words | Sort-Object) }
    }
    'CREATE ENDPOINT'  = {
        param($run, $reader)
        $name = Read-SqlName $reader
        # (7862)
        if ($run.machine.sql.endpoint) { Stop-Call -Source 'sql-errors-7000' -Message "An endpoint of the requested type already exists.  Only one endpoint of this type is supported.  Use ALTER ENDPOINT or DROP the existing endpoint and execute the CREATE ENDPOINT statement." }
        $run.machine.sql.endpoint = @{ name = $name; state = 1; port = 0; role = 3 }
        Read-SqlEndpoint $reader $run.machine.sql.endpoint
    }
    'ALTER ENDPOINT'   = {
        param($run, $reader)
        $name = Read-SqlName $reader
        if ($run.machine.sql.endpoint.name -ne $name) { Stop-Call -Source 'sql-errors-15000' -Message "Cannot alter the endpoint '$name', because it does not exist or you do not have permission." }
        Read-SqlEndpoint $reader $run.machine.sql.endpoint
    }
    'CREATE AVAILABILITY GROUP' = {
        param($run, $reader)
        Assert-SqlHadr $run
        $name = Read-SqlName $reader
        $options = Read-SqlOptions $reader
        # (41042)
        if ($run.world.groups[$name]) { Stop-Call -Source 'sql-errors-31000' -Message "The availability group '$name' already exists." }
        # basic groups are all that Standard has: https://learn.microsoft.com/sql/database-engine/availability-groups/windows/basic-availability-groups-always-on-availability-groups (35222)
        if ($run.machine.sql.edition -like 'Standard*' -and -not $options.BASIC) { Stop-Call -Source 'sql-ag-basic' -Message 'Could not process the operation. Always On Availability Groups does not have permissions to access the Windows Server Failover Clustering (WSFC) cluster, or this edition supports basic availability groups only.' }
        $cluster = Find-Cluster $run.world $run.machine ''
        if (-not $cluster) { Stop-Call -Source 'sql-errors-31000' -Message "The local node is not part of quorum and is therefore unable to process this operation." }
        $group = @{ primary = $run.machine.name; replicas = @{}; databases = @{}; listener = $null; basic = [bool]$options.BASIC }
        Assert-SqlWord $reader 'FOR'
        $databases = @()
        if (Read-SqlWord $reader 'DATABASE') { do { $databases += Read-SqlName $reader } while (Read-SqlWord $reader ',') }
        Assert-SqlWord $reader 'REPLICA ON'
        do { Read-SqlReplica $run $reader $group } while (Read-SqlWord $reader ',')
        if ($group.basic -and $databases.Count -gt 1) { Stop-Call -Source 'sql-ag-basic' -Message "The operation cannot be performed. A basic availability group supports one database." }
        foreach ($database in $databases) { Join-SqlDatabase $run $group $name $database }
        $run.world.groups[$name] = $group
    }
    'ALTER AVAILABILITY GROUP' = {
        param($run, $reader)
        Assert-SqlHadr $run
        $name = Read-SqlName $reader
        if (Read-SqlWord $reader 'JOIN') {
            $group = Get-SqlGroup $run $name $false
            # (41106, 41158)
            if (-not $group.replicas[$run.machine.name]) { Stop-Call -Source 'sql-ag-join' -Message "Failed to join local availability replica to availability group '$name'. The operation encountered SQL Server error 41106 and has been rolled back." }
            if ($group.replicas[$run.machine.name].joined) { Stop-Call -Source 'sql-ag-join' -Message "Cannot create an availability replica for availability group '$name'. An availability replica of the specified availability group already exists on this instance of SQL Server." }
            if ($run.machine.sql.endpoint.state -ne 0) { Stop-Call -Source 'sql-ag-join' -Message "Database Mirroring cannot be enabled because the endpoint is not started." }
            $group.replicas[$run.machine.name].joined = $true
            return
        }
        if (Read-SqlWord $reader 'FAILOVER') {
            $group = Get-SqlGroup $run $name $false
            $own = $group.replicas[$run.machine.name]
            $behind = @($group.databases.Keys | Where-Object { -not $run.machine.sql.databases[$_].group })
            # (41142)
            if (-not $own.joined -or $own.mode -ne 'SYNCHRONOUS_COMMIT' -or $behind.Count -gt 0) { Stop-Call -Source 'sql-errors-31000' -Message "The availability replica for availability group '$name' on this instance of SQL Server cannot become the primary replica. One or more databases are not synchronized or have not joined the availability group." }
            $group.primary = $run.machine.name
            return
        }
        $group = Get-SqlGroup $run $name
        if (Read-SqlWord $reader 'ADD REPLICA ON') {
            $next = (Get-SqlToken $reader).value
            if ($group.replicas[$next]) { Stop-Call -Source 'sql-errors-31000' -Message "Cannot add replica '$next' to the availability group '$name', because there is already a replica with the same name in the availability group." }
            if ($group.basic -and $group.replicas.Count -ge 2) { Stop-Call -Source 'sql-ag-basic' -Message 'A basic availability group supports two replicas.' }
            Read-SqlReplica $run $reader $group
        }
        elseif (Read-SqlWord $reader 'MODIFY REPLICA ON') {
            $own = $group.replicas[(Read-SqlName $reader)]
            $options = Read-SqlOptions $reader
            $mode = if ($options.AVAILABILITY_MODE) { $options.AVAILABILITY_MODE } else { $own.mode }
            $failover = if ($options.FAILOVER_MODE) { $options.FAILOVER_MODE } else { $own.failover }
            # (41163)
            if ($failover -eq 'AUTOMATIC' -and $mode -ne 'SYNCHRONOUS_COMMIT') { Stop-Call -Source 'sql-ag-modes' -Message 'The specified availability mode does not support automatic failover.' }
            $own.mode = $mode
            $own.failover = $failover
        }
        elseif (Read-SqlWord $reader 'REMOVE REPLICA ON') {
            $gone = Read-SqlName $reader
            if (-not $group.replicas[$gone]) { Stop-Call -Source 'sql-errors-31000' -Message "Failed to remove the availability group replica '$gone' from availability group '$name'. The availability group does not contain a replica with the specified name." }
            $group.replicas.Remove($gone)
            $server = $run.world.machines[$gone]
            if ($server.sql) { foreach ($database in $server.sql.databases.Values) { if ($database.group -eq $name) { $database.group = ''; $database.state = 1 } } }
        }
        elseif (Read-SqlWord $reader 'ADD DATABASE') {
            if ($group.basic -and $group.databases.Count -gt 0) { Stop-Call -Source 'sql-ag-basic' -Message 'The operation cannot be performed. A basic availability group supports one database.' }
            do { Join-SqlDatabase $run $group $name (Read-SqlName $reader) } while (Read-SqlWord $reader ',')
        }
        elseif (Read-SqlWord $reader 'ADD LISTENER') {
            $listener = Read-SqlName $reader
            # (19477)
            if ($group.listener) { Stop-Call -Source 'sql-ag-listener' -Message "The availability group '$name' already has a listener with DNS name '$($group.listener.name)'." }
            # WITH IP (('address', 'mask')), PORT = n, which the reader of options does not take
            $ip = @()
            $depth = 0
            do {
                $token = Get-SqlToken $reader
                $reader.at++
                if ($token.value -eq '(') { $depth++ } elseif ($token.value -eq ')') { $depth-- } elseif ($token.kind -eq 'text') { $ip += $token.value }
            } while (-not (Test-SqlEnd $reader) -and $depth -gt 0)
            # the cluster makes the account, where it may: https://learn.microsoft.com/sql/database-engine/availability-groups/windows/create-or-configure-an-availability-group-listener-sql-server (19471)
            Add-SqlListenerAccount $run $listener
            $group.listener = @{ name = $listener; address = $ip[0]; mask = $ip[1] }
        }
        else { Stop-Case "The world cannot read the T-SQL $($reader.text)" }
    }
    'ALTER DATABASE'   = {
        param($run, $reader)
        $name = Read-SqlName $reader
        $database = Get-SqlDatabase $run $name
        Assert-SqlWord $reader 'SET'
        if (Read-SqlWord $reader 'RECOVERY FULL') { if ($database.recovery -ne 1) { $database.recovery = 1; $database.saved = $false }; return }
        Assert-SqlWord $reader 'HADR AVAILABILITY GROUP ='
        $group = Get-SqlGroup $run (Read-SqlName $reader) $false
        # (1412, 35250)
        if ($database.state -ne 1) { Stop-Call -Source 'sql-errors-1000' -Message "The remote copy of database ""$name"" has not been rolled forward to a point in time that is encompassed in the local copy of the database log." }
        $database.group = @($run.world.groups.Keys | Where-Object { $run.world.groups[$_].databases[$name] })[0]
        $database.state = 0
        if (-not $group.databases[$name]) { Stop-Call -Source 'sql-ag-prerequisites' -Message "Database '$name' is not a member of the availability group." }
    }
    'BACKUP DATABASE'  = { param($run, $reader) Invoke-SqlBackup $run $reader $true }
    'BACKUP LOG'       = { param($run, $reader) Invoke-SqlBackup $run $reader $false }
    'RESTORE DATABASE' = { param($run, $reader) Invoke-SqlRestore $run $reader $true }
    'RESTORE LOG'      = { param($run, $reader) Invoke-SqlRestore $run $reader $false }
}
function Read-SqlEndpoint($Reader, $Endpoint) {
    while (-not (Test-SqlEnd $Reader) -and -not (Test-SqlWord $Reader ';')) {
        if (Read-SqlWord $Reader 'STATE = STARTED') { $Endpoint.state = 0; continue }
        if (Read-SqlWord $Reader 'LISTENER_PORT =') { $Endpoint.port = [int](Get-SqlToken $Reader).value }
        if (Read-SqlWord $Reader 'ROLE = ALL') { $Endpoint.role = 3; continue }
        $Reader.at++
    }
}
function Add-SqlListenerAccount($Run, [string] $Listener) {
    $domain = Get-DomainOf $Run.world $Run.machine
    $cluster = Find-Cluster $Run.world $Run.machine ''
    $account = $domain.computers[$cluster.name]
    $container = ($account.dn -split ',', 2)[1]
    $may = @($domain.acls[$container] | Where-Object { $_.sid -eq $account.sid -and $_.rights -like 'CreateChild*' }).Count -gt 0
    # an account of that name that the cluster has not made is somebody else's
    $isOthers = $domain.computers[$Listener] -and $domain.computers[$Listener].by -ne $account.sid
    if ($isOthers -or (-not $may -and -not $domain.computers[$Listener])) { Stop-Call -Source 'sql-errors-19000' -Message "The WSFC cluster could not bring the Network Name resource with DNS name '$Listener' online. The DNS name may have been taken or have a conflict with existing name services, or the WSFC cluster service may not be running or may be inaccessible. Use a different DNS name to resolve name conflicts, or check the WSFC cluster log for more information." }
    if (-not $domain.computers[$Listener]) {
        $domain.computers[$Listener] = @{ sid = New-DomainSid $domain; dn = "CN=$Listener,$container"; enabled = $true; trust = 'of the cluster'; by = $account.sid }
        $domain.objects["CN=$Listener,$container"] = @{ class = 'computer'; protected = $false }
    }
}
function Invoke-SqlBackup($Run, $Reader, [bool] $Whole) {
    $name = Read-SqlText $Run $Reader
    $database = Get-SqlDatabase $Run $name
    Assert-SqlWord $Reader 'TO DISK ='
    $path = Read-SqlText $Run $Reader
    $options = Read-SqlOptions $Reader
    if ($database.group -and $Run.world.groups[$database.group].primary -ne $Run.machine.name -and -not $options.COPY_ONLY) { Stop-Call -Source 'sql-errors-3000' -Message 'This BACKUP or RESTORE command is not supported on a database mirror or secondary replica.' }
    # (4214)
    if (-not $Whole -and -not $database.saved) { Stop-Call -Source 'sql-errors-4000' -Message 'BACKUP LOG cannot be performed because there is no current database backup.' }
    $place = Resolve-SqlFile $Run $path $true
    [System.IO.File]::WriteAllText($place, "$(if ($Whole) { 'database' } else { 'log' }) $name")
    if ($Whole -and -not $options.COPY_ONLY) { $database.saved = $true }
    # what is saved makes room in the log, but for copies: https://learn.microsoft.com/sql/relational-databases/backup-restore/copy-only-backups-sql-server
    if (-not $Whole -and -not $options.COPY_ONLY) { $database.logSize = 0 }
}
function Invoke-SqlRestore($Run, $Reader, [bool] $Whole) {
    $name = Read-SqlText $Run $Reader
    Assert-SqlWord $Reader 'FROM DISK ='
    $path = Read-SqlText $Run $Reader
    $options = Read-SqlOptions $Reader
    $place = Resolve-SqlFile $Run $path $false
    if ([System.IO.File]::ReadAllText($place) -ne "$(if ($Whole) { 'database' } else { 'log' }) $name") { Stop-Call -Source 'sql-errors-3000' -Message "The backup set holds a backup of a database other than the existing '$name' database." }
    $known = $Run.machine.sql.databases[$name]
    if ($Whole) {
        # (3159)
        if ($known -and $known.state -eq 0 -and -not $options.REPLACE) { Stop-Call -Source 'sql-errors-3000' -Message "The tail of the log for the database ""$name"" has not been backed up. Use BACKUP LOG WITH NORECOVERY to backup the log if it contains work you do not want to lose. Use the WITH REPLACE or WITH STOPAT clause of the RESTORE statement to just overwrite the contents of the log." }
        $Run.machine.sql.databases[$name] = @{ recovery = 1; state = 1; saved = $true; group = ''; users = @{} }
        return
    }
    # (3117)
    if (-not $known -or $known.state -ne 1) { Stop-Call -Source 'sql-errors-3000' -Message 'The log or differential backup cannot be restored because no files are ready to rollforward.' }
}

# ---- the connection
function Test-SqlAnswers($World, $Machine) { [bool]($Machine -and $Machine.up -and $Machine.sql -and -not $Machine.sql.broken -and $Machine.services['MSSQLSERVER'].status -eq 'Running') }
Add-Behaviour 'sql-open' {
    param($world, $machine, $values)
    # https://learn.microsoft.com/sql/database-engine/configure-windows/troubleshoot-connecting-to-the-sql-server-database-engine
    if (-not (Test-SqlAnswers $world $machine)) { Stop-Call -Source 'sql-connection' -Message 'A network-related or instance-specific error occurred while establishing a connection to SQL Server. The server was not found or was not accessible.' }
}
Add-Behaviour 'sql' {
    param($world, $machine, $values)
    $variables = @{}
    foreach ($name in $values[2].Keys) { $variables[$name] = $values[2][$name] }
    if (-not $world.groups) { $world.groups = @{} }
    $run = @{ world = $world; machine = $machine; variables = $variables; database = 'master'; answer = @{ table = [System.Data.DataTable]::new() } }
    Invoke-SqlText $run $values[1]
    , $run.answer.table
}

# ---- setup and service
# A server that is installed: as an image has it, or by setup.
function Add-SqlServer($World, $Machine, [string] $Account = 'NT SERVICE\MSSQLSERVER', [string[]] $Administrators = @('S-1-5-32-544', 'S-1-5-18')) {
    $Machine.services['MSSQLSERVER'] = @{ status = 'Running'; start = 'Automatic'; account = $Account }
    $Machine.services['SQLSERVERAGENT'] = @{ status = 'Running'; start = 'Automatic'; account = $Account }
    $edition = if ($Machine.sqlEdition) { $Machine.sqlEdition } else { 'Enterprise' }
    $logins = @{ sa = @{ sid = '0x01'; enabled = $false; password = ''; rights = @() } }
    foreach ($sid in $Administrators) { $logins[(Find-AccountName $World $Machine $sid)] = @{ sid = $sid; enabled = $true; rights = @('sysadmin') } }
    $Machine.sql = @{ edition = $edition; hadr = $false; wantsHadr = $false; mode = 1; databases = @{}; logins = $logins; endpoint = $null }
    $Machine.registry['HKLM:\SOFTWARE\Microsoft\Microsoft SQL Server\Instance Names\SQL'] = @{ MSSQLSERVER = 'MSSQL16.MSSQLSERVER' }
    $Machine.registry['HKLM:\SOFTWARE\Microsoft\Microsoft SQL Server\MSSQL16.MSSQLSERVER\MSSQLServer'] = @{ LoginMode = 1 }
    $Machine.registry['HKLM:\SOFTWARE\Microsoft\Microsoft SQL Server\MSSQL16.MSSQLSERVER\ConfigurationState'] = @{ SQL_Engine_Core_Inst = 1 }
    $Machine.modules = @($Machine.modules) + 'SqlServer' | Sort-Object -Unique
}
# Settings that the engine reads when it starts.
function Start-SqlEngine($World, $Machine) {
    if (-not $Machine.sql) { return }
    $Machine.sql.mode = $Machine.registry['HKLM:\SOFTWARE\Microsoft\Microsoft SQL Server\MSSQL16.MSSQLSERVER\MSSQLServer'].LoginMode
    $Machine.sql.hadr = $Machine.sql.wantsHadr
}
$script:ServiceStarts['MSSQLSERVER'] = { param($world, $machine) Start-SqlEngine $world $machine }

$script:ProgramSqlSetup = {
    param($world, $machine, $text)
    $given = @{}
    foreach ($word in [Vetro.Testing.CommandLine]::Split($text)) { if ($word -match '^/(\w+)(?:=(.*))?$') { $given[$Matches[1]] = "$($Matches[2])" } }
    if ($given.ACTION -eq 'Uninstall') {
        foreach ($name in 'MSSQLSERVER', 'SQLSERVERAGENT') { $machine.services.Remove($name) }
        foreach ($key in @($machine.registry.Keys | Where-Object { $_ -like '*Microsoft SQL Server*' })) { $machine.registry.Remove($key) }
        $machine.sql = $null
        return @{ code = 0; seconds = 300 }
    }
    # rule RebootRequiredCheck: https://github.com/dsccommunity/SqlServerDsc/issues/565
    if ($machine.restartNeeded) { return Stop-SqlSetup -Source 'sql-setup-restart' $world $machine -2067919934 'The computer needs a restart. You must restart this computer before installing SQL Server.' }
    $file = $given.ConfigurationFile -replace '^C:', "$($world.disk)/$($machine.name)/C" -replace '\\', '/'
    $options = @{}
    foreach ($line in [System.IO.File]::ReadAllLines($file)) { if ($line -match '^(\w+)=(.*)$') { $options[$Matches[1]] = $Matches[2] } }
    # https://github.com/dsccommunity/SqlServerDsc/issues/1053, https://github.com/dataplat/dbatools/issues/8206
    $administrators = @([regex]::Matches($options.SQLSYSADMINACCOUNTS, '"([^"]+)"') | ForEach-Object { $_.Groups[1].Value })
    $sids = @()
    foreach ($name in $administrators) {
        $sid = Find-Sid $world $machine $name
        if (-not $sid) { return Stop-SqlSetup -Source 'sql-setup-accounts' $world $machine -2068578304 "Windows NT user or group '$name' not found. Check the name again." }
        $sids += $sid
    }
    $account = 'NT SERVICE\MSSQLSERVER'
    if ($options.SQLSVCACCOUNT) {
        $account = $options.SQLSVCACCOUNT.Trim('"')
        if (-not (Test-Credential $world $account "$($given.SQLSVCPASSWORD)")) { return Stop-SqlSetup -Source 'sql-setup-service' $world $machine -2061893606 "The specified credentials for the SQL Server service are not valid. To continue, provide a valid account and password for the SQL Server service." }
    }
    if ($machine.services['MSSQLSERVER']) { return Stop-SqlSetup -Source 'sql-setup-service' $world $machine -2068774911 'The SQL Server feature is already installed: instance MSSQLSERVER.' }
    Add-SqlServer $world $machine $account $sids
    @{ code = 0; seconds = 900 }
}
# Setup that was ended in the middle: the service is there, the engine is not; https://github.com/dsccommunity/SqlServerDsc/issues/88
$script:HalfSqlSetup = {
    param($world, $machine, $text)
    $machine.services['MSSQLSERVER'] = @{ status = 'Stopped'; start = 'Automatic'; account = 'NT SERVICE\MSSQLSERVER'; broken = $true }
}
# What setup leaves behind when it fails: its summary, in the language of the machine.
function Stop-SqlSetup($World, $Machine, [int] $Code, [string] $Words, [string] $Source) {
    $labels = @{ en = 'Exit code (Decimal)', 'Exit message', 'Error description'; de = 'Exitcode (Dezimal)', 'Exitmeldung', 'Fehlerbeschreibung'; fr = 'Code de sortie (décimal)', 'Message de sortie', 'Description de l''erreur' }[$Machine.language]
    $folder = "$($World.disk)/$($Machine.name)/C/Program Files/Microsoft SQL Server/160/Setup Bootstrap/Log"
    [void][System.IO.Directory]::CreateDirectory($folder)
    [System.IO.File]::WriteAllLines("$folder/Summary.txt", [string[]]@("  $($labels[0]): $Code", "  $($labels[1]): $Words", "  $($labels[2]): $Words"))
    @{ code = $Code; seconds = 60; source = $Source }
}
function Enable-SqlAlwaysOn {
    [CmdletBinding()] param([string] $ServerInstance, [string] $Path, $InputObject, [switch] $Force, [switch] $NoServiceRestart)
    process { Invoke-StandIn 'Enable-SqlAlwaysOn' 'SqlServer' $PSBoundParameters $PSCmdlet }
}
Add-Behaviour 'Enable-SqlAlwaysOn' {
    param($world, $machine, $parameters)
    # https://learn.microsoft.com/powershell/module/sqlserver/enable-sqlalwayson
    if (-not (Find-Cluster $world $machine '')) { Stop-Call -Source 'sql-always-on' -Message "Unable to enable Always On Availability Groups: the local computer is not a node in a failover cluster." -Terminating }
    $machine.sql.wantsHadr = $true
    if (-not $parameters.NoServiceRestart) { Start-SqlEngine $world $machine }
} -Half { param($world, $machine, $parameters) $machine.sql.wantsHadr = $true }
