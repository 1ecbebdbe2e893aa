# What a script waits for, by "Wait-Until" or in a loop that sleeps, and a mistake of the script in it: nobody waits for that to
# pass. So what is done there, with the functions that it calls, lets mistakes through where it catches errors: it asks
# Test-ScriptMistake, or ends with the error as it was. And no call silences its errors: what Windows refuses to answer would be
# taken for "there is none".

function Find-SwallowedMistakes($Tree, [hashtable] $Own) {
    foreach ($wait in Find-Waits $Tree) {
        foreach ($block in Get-Reached $wait $Own) {
            foreach ($problem in Find-Swallowing $block) { "what line $($wait.Extent.StartLineNumber) waits for: $problem" }
        }
    }
}

function Test-Is($Node, [string] $Kind) { $Node.GetType().Name -eq $Kind }
function Find-Commands($Tree) { $Tree.FindAll({ Test-Is $args[0] 'CommandAst' }, $true) }

function Find-Waits($Tree) {
    foreach ($call in Find-Commands $Tree) {
        if ($call.GetCommandName() -ne 'Wait-Until') { continue }
        $call.CommandElements | Where-Object { Test-Is $_ 'ScriptBlockExpressionAst' }
    }
    foreach ($loop in $Tree.FindAll({ $args[0] -is [System.Management.Automation.Language.LoopStatementAst] }, $true)) {
        if (@(Find-Commands $loop.Body | Where-Object { $_.GetCommandName() -eq 'Start-Sleep' }).Count -gt 0) { $loop.Body }
    }
}

# A block and the bodies of the scripts' own functions that it calls, directly or through others.
function Get-Reached($Block, [hashtable] $Own) {
    $known = @{}
    $next = [System.Collections.Generic.Queue[object]]::new()
    $next.Enqueue($Block)
    while ($next.Count -gt 0) {
        $one = $next.Dequeue()
        $one
        foreach ($call in Find-Commands $one) {
            $name = $call.GetCommandName()
            if (-not $name -or $known[$name] -or -not $Own[$name]) { continue }
            $known[$name] = $true
            $next.Enqueue($Own[$name].Body)
        }
    }
}

function Find-Silenced($Tree) {
    foreach ($call in Find-Commands $Tree) {
        $elements = @($call.CommandElements)
        for ($at = 0; $at -lt $elements.Count; $at++) {
            if (-not (Test-Is $elements[$at] 'CommandParameterAst') -or 'ErrorAction' -notlike "$($elements[$at].ParameterName)*" -and $elements[$at].ParameterName -ne 'ea') { continue }
            $value = if ($elements[$at].Argument) { $elements[$at].Argument } elseif ($at + 1 -lt $elements.Count) { $elements[$at + 1] }
            if ("$value" -match 'SilentlyContinue|Ignore') { "line $($call.Extent.StartLineNumber) silences $($call.GetCommandName())" }
        }
    }
}

function Find-Swallowing($Block) {
    foreach ($clause in $Block.FindAll({ Test-Is $args[0] 'CatchClauseAst' }, $true)) {
        $last = @($clause.Body.Statements)[-1]
        $passes = $last -and (Test-Is $last 'ThrowStatementAst') -and $last.IsRethrow
        $asks = @(Find-Commands $clause | Where-Object { $_.GetCommandName() -eq 'Test-ScriptMistake' }).Count -gt 0
        if (-not $passes -and -not $asks) { "line $($clause.Extent.StartLineNumber) catches mistakes of the script" }
    }
}
