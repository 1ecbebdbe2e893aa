# Every call in the scripts of the packages: is there such a cmdlet in Windows PowerShell 5.1 and in Windows Server 2019 to
# 2025, and does it bind as the call is written, by PowerShell's own binder against stand-ins with the real parameters. And
# whether a script uses syntax that Windows PowerShell 5.1 does not have.

# ServerManager of Server 2019 has the same cmdlets as that of 2022; the reference does not have its pages
$script:AlsoIn2019 = 'ServerManager'
$script:Syntax = @{
    TernaryExpressionAst = 'a ? b : c'
    PipelineChainAst     = '&& and ||'
}

# Every plan has cases, those with arguments one for each pair of values of their switches.
function Test-Plans([string] $Folder) {
    foreach ($file in Get-ChildItem -Path $Folder -Recurse -Filter *.json | Where-Object { $_.FullName -match '[\\/]plans[\\/]' }) {
        if ($file.FullName -notmatch 'io\.vetro\.windows\.(\w+)[\\/]Resources[\\/]plans[\\/](\w+)\.json$') { continue }
        $plan = "$($Matches[1])/$($Matches[2])"
        $own = @($script:AllCases | Where-Object { $_.Plan -eq $plan })
        $hasArguments = [System.IO.File]::ReadAllText($file.FullName) -match '"\$\w+"'
        $reason = if ($own.Count -eq 0) { 'no case carries it out' } elseif ($hasArguments -and @($own | Where-Object { $_.Chosen }).Count -eq 0) { 'no case has the pairs of its switches' } else { '' }
        $script:Outcomes.Add(@{ plan = 'Calls and syntax'; case = $plan; column = 'binding'; what = 'cases of the plan'; reason = $reason; ms = 0; number = -1 })
    }
}

function Test-Scripts([string] $Folder, $Reference, [string] $In = 'scripts') {
    $files = @(Get-ChildItem -Path $Folder -Recurse -Filter *.ps1 | Where-Object { $_.FullName -match "[\\/]$In[\\/]" })
    $own = @{}
    $trees = @{}
    foreach ($file in $files) {
        $errors = $null
        $tree = [System.Management.Automation.Language.Parser]::ParseFile($file.FullName, [ref]$null, [ref]$errors)
        $trees[$file.FullName] = @{ tree = $tree; errors = @($errors) }
        foreach ($function in $tree.FindAll({ $args[0] -is [System.Management.Automation.Language.FunctionDefinitionAst] }, $true)) { $own[$function.Name] = $function }
    }
    $binder = New-Binder $own
    foreach ($file in $files) {
        $short = $file.FullName.Substring($Folder.Length + 1)
        $begun = [System.Diagnostics.Stopwatch]::StartNew()
        $faults = @($trees[$file.FullName].errors | ForEach-Object { "line $($_.Extent.StartLineNumber): $($_.Message)" })
        $faults += @(Find-NewSyntax $trees[$file.FullName].tree)
        $faults += @(Find-Silenced $trees[$file.FullName].tree)
        $faults += @(Find-SwallowedMistakes $trees[$file.FullName].tree $own | Select-Object -Unique)
        $faults += @(Find-WrongCalls $trees[$file.FullName].tree $own $Reference $binder)
        $script:Outcomes.Add(@{ plan = 'Calls and syntax'; case = $short; column = 'binding'; what = 'Windows PowerShell 5.1, Windows Server 2019 to 2025'; reason = $faults -join "`n    "; ms = $begun.ElapsedMilliseconds; number = -1 })
    }
    $binder.Dispose()
}

# A runspace with the stand-ins and the scripts' own functions: what a call is bound against.
function New-Binder([hashtable] $Own) {
    $runspace = [runspacefactory]::CreateRunspace($script:Initial)
    $runspace.ThreadOptions = 'UseCurrentThread'
    $runspace.Open()
    $shell = [powershell]::Create()
    $shell.Runspace = $runspace
    $functions = ($Own.Values | ForEach-Object { $_.Extent.Text }) -join "`n"
    [void]$shell.AddScript({ param($text, $functions)
            New-Module -Name World -ScriptBlock ([scriptblock]::Create($text)) | Microsoft.PowerShell.Core\Import-Module -Global -DisableNameChecking
            . ([scriptblock]::Create($functions))
        }).AddArgument($moduleText).AddArgument($functions).Invoke()
    $shell.Dispose()
    $runspace
}

function Find-NewSyntax($Tree) {
    foreach ($node in $Tree.FindAll({ $true }, $true)) {
        $kind = $node.GetType().Name
        if ($script:Syntax[$kind]) { "line $($node.Extent.StartLineNumber): Windows PowerShell 5.1 has no $($script:Syntax[$kind])" }
        if ($kind -match 'MemberExpressionAst$|IndexExpressionAst' -and $node.NullConditional) { "line $($node.Extent.StartLineNumber): Windows PowerShell 5.1 has no ?. and ?[" }
        if ($kind -eq 'BinaryExpressionAst' -and "$($node.Operator)" -eq 'QuestionQuestion') { "line $($node.Extent.StartLineNumber): Windows PowerShell 5.1 has no ??" }
        if ($kind -eq 'AssignmentStatementAst' -and "$($node.Operator)" -eq 'QuestionQuestionEquals') { "line $($node.Extent.StartLineNumber): Windows PowerShell 5.1 has no ??=" }
    }
}

function Find-WrongCalls($Tree, [hashtable] $Own, $Reference, $Binder) {
    $previous = [runspace]::DefaultRunspace
    foreach ($call in $Tree.FindAll({ $args[0] -is [System.Management.Automation.Language.CommandAst] }, $true)) {
        $name = $call.GetCommandName()
        if (-not $name -or $name -notmatch '^[A-Za-z]+-[A-Za-z]') { continue }
        $at = "line $($call.Extent.StartLineNumber): $name"
        if (-not $Own.ContainsKey($name)) {
            $known = $Reference[$name]
            if (-not $known -and $name -notin 'Enable-SqlAlwaysOn') { "$at is no cmdlet of Windows"; continue }
            if ($known -and $known.in -notcontains '5.1' -and $known.in -notcontains '2019' -and $known.module -ne $script:AlsoIn2019) { "$at is only in $($known.in -join ', ')" }
        }
        # a call that gets its parameters by a table is bound when it runs
        $splats = @($call.CommandElements | Where-Object { $_ -is [System.Management.Automation.Language.VariableExpressionAst] -and $_.Splatted })
        [runspace]::DefaultRunspace = $Binder
        try { $bound = [System.Management.Automation.Language.StaticParameterBinder]::BindCommand($call, $splats.Count -eq 0) }
        finally { [runspace]::DefaultRunspace = $previous }
        foreach ($problem in $bound.BindingExceptions.Values) { "${at}: $($problem.BindingException.Message)" }
        foreach ($parameter in $call.CommandElements | Where-Object { $_ -is [System.Management.Automation.Language.CommandParameterAst] }) {
            if (-not (Test-Parameter $parameter.ParameterName $Reference[$name] $Own[$name])) { "$at has no -$($parameter.ParameterName)" }
        }
    }
}

$script:Common = 'Verbose', 'Debug', 'ErrorAction', 'WarningAction', 'InformationAction', 'ErrorVariable', 'WarningVariable', 'InformationVariable', 'OutVariable', 'OutBuffer', 'PipelineVariable', 'WhatIf', 'Confirm'
# Parameters that a provider adds to the cmdlets of items; the reference has them in their own pages
$script:OfProviders = 'Encoding', 'Directory', 'File', 'Raw', 'PathType', 'ItemType', 'Type', 'Value', 'NoNewline', 'Wait'

function Test-Parameter([string] $Name, $Known, $Function) {
    $names = $script:Common
    if ($Known) { $names += @($Known.parameters.Keys) + @($Known.parameters.Values | ForEach-Object { $_.aliases } | Where-Object { $_ }) }
    if ($Known -and $Known.module -like 'Microsoft.PowerShell.Management') { $names += $script:OfProviders }
    if ($Function) { $names += @($Function.Body.ParamBlock.Parameters | ForEach-Object { $_.Name.VariablePath.UserPath }) }
    if (-not $Known -and -not $Function) { return $true }
    @($names | Where-Object { $_ -eq $Name }).Count -gt 0 -or @($names | Where-Object { $_ -like "$Name*" }).Count -eq 1
}
