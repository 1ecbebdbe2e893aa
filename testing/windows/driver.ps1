# Runs the cases of the Windows scripts, those of its part. Started by main.ts, which composes the plans as the product does:
#   1. reads the cases and writes cases.json: what each asks to be composed
#   2. waits for a line on its standard input: plans.json is there
#   3. runs them, and writes what they came to, case by case, to outcome.jsonl
param([string] $Work, [string] $Seed = '1', [switch] $All, [string] $Only = '', [string] $OnlyColumns = '', [string] $Catalog, [int] $Part = 0, [int] $Processes = 1)
$ErrorActionPreference = 'Stop'
. "$PSScriptRoot/load.ps1"
. "$root/binding.ps1"
. "$root/waits.ps1"
. "$root/pairs.ps1"
foreach ($folder in 'cases', 'pairs') { foreach ($file in Get-ChildItem "$root/$folder/*.ps1" | Sort-Object Name) { . $file.FullName } }
$script:AllCases = @($script:Cases)
if (-not $All) { Select-PairSample }
if ($OnlyColumns) { foreach ($case in $script:Cases) { $case.Columns = @($case.Columns | Where-Object { $_ -in $OnlyColumns.Split(',') }) } }
$cases = @($script:Cases | Where-Object { $Only -eq '' -or "$($_.Plan) $($_.Name)" -like "*$Only*" })
for ($number = 0; $number -lt $cases.Count; $number++) { $cases[$number].Number = $number }
$cases = @($cases | Where-Object { $_.Number % $Processes -eq $Part })
ConvertTo-Json -Depth 12 -InputObject @($cases | ForEach-Object { @{ plan = $_.Plan; arguments = $_.Arguments } }) | Set-Content "$Work/cases.json"
[Console]::Out.WriteLine('READY')
[void][Console]::In.ReadLine()
$plans = Get-Content -Raw "$Work/plans.json" | ConvertFrom-Json
for ($index = 0; $index -lt $cases.Count; $index++) { $cases[$index].Composed = @($plans)[$index] }
# of an older catalog, which did not have them yet
foreach ($case in $cases | Where-Object { $_.Composed.isMissing }) { $script:Outcomes.Add(@{ plan = $case.Plan; case = $case.Name; column = 'first'; what = 'first run'; reason = 'there is no such plan'; ms = 0; number = $case.Number }) }
$cases = @($cases | Where-Object { -not $_.Composed.isMissing })
if ($Only -eq '' -and $Part -eq 0) {
    $reference = @{}
    foreach ($module in (Get-Content -Raw "$root/reference/cmdlets.json" | ConvertFrom-Json -AsHashtable).modules.GetEnumerator()) {
        foreach ($cmdlet in $module.Value.GetEnumerator()) { if (-not $reference.ContainsKey($cmdlet.Key)) { $reference[$cmdlet.Key] = $cmdlet.Value; $reference[$cmdlet.Key].module = $module.Key } }
    }
    Test-Scripts $Catalog $reference
    # what machines of Murano's own packages run first
    Test-Scripts (Resolve-Path "$root/../../lib/conductor/muranopl/library").Path $reference 'Resources'
    Test-Plans $Catalog
}
Invoke-AllCases
