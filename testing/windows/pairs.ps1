# Plans with each value of each of their switches, in pairs: any two values of two switches meet in a case at least once.

# Adds those cases of a plan. -Switches: by the name of a switch the names of its values, in their order. -World, -Arguments
# and -Then get what was chosen last: the name of a value by the name of its switch.
function Add-Pairs {
    param(
        [Parameter(Mandatory)] [string] $Plan, [Parameter(Mandatory)] [string] $On, [Parameter(Mandatory)] $Switches,
        [Parameter(Mandatory)] [scriptblock] $World, [scriptblock] $Arguments = { @{} }, [scriptblock] $Then = {},
        # the sentence of a choice that has to fail, as a pattern; nothing for one that does not
        [scriptblock] $Refused = {}, [string[]] $Columns = $script:Columns, [string[]] $Volatile = @(), [switch] $Restarts
    )
    foreach ($chosen in Get-PairRows $Switches) {
        $name = (@($Switches.Keys) | ForEach-Object { "$_ $($chosen[$_])" }) -join ', '
        Add-Case -Plan $Plan -Name $name -On $On -World $World -Arguments (& $Arguments $chosen) -Then $Then -Refused "$(& $Refused $chosen)" `
            -Columns $Columns -Volatile $Volatile -Restarts:$Restarts -Chosen $chosen
    }
}

# Rows that have each pair of values: each begins with a pair that no row has yet, and takes of every other switch the value that
# has the most such pairs with what the row has.
function Get-PairRows($Switches) {
    $names = @($Switches.Keys)
    if ($names.Count -eq 1) { foreach ($value in $Switches[$names[0]]) { @{ $names[0] = $value } }; return }
    $missing = [ordered]@{}
    for ($one = 0; $one -lt $names.Count; $one++) {
        for ($other = $one + 1; $other -lt $names.Count; $other++) {
            foreach ($value in $Switches[$names[$one]]) { foreach ($second in $Switches[$names[$other]]) { $missing["$one=$value|$other=$second"] = @{ $one = $value; $other = $second } } }
        }
    }
    while ($missing.Count -gt 0) {
        $row = @{} + @($missing.Values)[0]
        for ($at = 0; $at -lt $names.Count; $at++) {
            if ($row.ContainsKey($at)) { continue }
            $row[$at] = @($Switches[$names[$at]] | Sort-Object -Stable { - @(Get-PairKeys $row $at $_ | Where-Object { $missing.Contains($_) }).Count })[0]
        }
        for ($at = 1; $at -lt $names.Count; $at++) { foreach ($key in @(Get-PairKeys $row $at $row[$at])) { $missing.Remove($key) } }
        $chosen = @{}
        foreach ($at in $row.Keys) { $chosen[$names[$at]] = $row[$at] }
        $chosen
    }
}
# The pairs of a value with the values of a row, as keys.
function Get-PairKeys($Row, [int] $At, [string] $Value) {
    foreach ($other in $Row.Keys) {
        if ($other -lt $At) { "$other=$($Row[$other])|$At=$Value" } elseif ($other -gt $At) { "$At=$Value|$other=$($Row[$other])" }
    }
}
