/**
 * What PowerShell is started with: it takes its text from the standard input, where it is neither in a file nor on a
 * command line. PowerShell may have read the input by itself (`$input`). The text is base64, which is the same in every
 * code page.
 */
export const BOOTSTRAP = String.raw`
$vetroInput = @($input) -join ' '
if ($vetroInput.Trim() -eq '') { $vetroInput = [Console]::In.ReadToEnd() }
$vetroTexts = @($vetroInput.Trim() -split '\s+' | ForEach-Object {
  [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($_))
})
. ([ScriptBlock]::Create($vetroTexts[0]))
`;

/** An error that ends nothing, as a line for people: what went wrong, and the line of the script where it did. */
export const ERROR_FORMAT = `<?xml version="1.0" encoding="utf-8"?>
<Configuration>
  <ViewDefinitions>
    <View>
      <Name>VetroError</Name>
      <OutOfBand />
      <ViewSelectedBy><TypeName>System.Management.Automation.ErrorRecord</TypeName></ViewSelectedBy>
      <CustomControl><CustomEntries><CustomEntry><CustomItem><ExpressionBinding><ScriptBlock>
        Get-VetroErrorText $_
      </ScriptBlock></ExpressionBinding></CustomItem></CustomEntry></CustomEntries></CustomControl>
    </View>
  </ViewDefinitions>
</Configuration>
`;

/** Where the format of errors stands in the folder of a plan. */
export const ERROR_FORMAT_FILE = 'vetro-error.format.ps1xml';

/** Kinds of lines that begin with the mark of a command; `exit`: which script ended PowerShell by `exit`, and the result until then. */
export const LINE_KINDS = { result: 'result', warning: 'warning', exit: 'exit' } as const;

/**
 * Carries out one command, in Windows PowerShell 5.1 and in PowerShell 7. Each script of the plan is read by itself and
 * run in the scope of the session, as Murano's agent does, so that `using` and `param()` may stand at its beginning.
 * JSON is read and written by functions of its own: those of PowerShell refuse keys that differ by case and an empty key
 * (5.1), turn texts into dates (7), and write all that a .NET object hangs together with. They stand in a module, since a
 * script may set strict mode for the session. Errors are not merged into the output: in 5.1 a program that
 * writes to its standard error would end a script whose errors stop it.
 */
export const SESSION = String.raw`
$ProgressPreference = 'SilentlyContinue'
try { [Console]::OutputEncoding = New-Object Text.UTF8Encoding $false } catch { }
# A line that is broken to the width of the console may break a secret that is to be found in it.
try {
  $vetroSize = $Host.UI.RawUI.BufferSize
  $vetroSize.Width = 8192
  $Host.UI.RawUI.BufferSize = $vetroSize
} catch { }
if (Test-Path Variable:PSStyle) { $PSStyle.OutputRendering = 'PlainText' }
try { Update-FormatData -PrependPath ${ERROR_FORMAT_FILE} } catch { }

$null = New-Module -Name Vetro -ArgumentList $vetroTexts[2] -ScriptBlock {
param([string] $mark)
Set-StrictMode -Off
# What went wrong, in words: those of a cause that the outer ones leave out with them, and what was thrown where that was
# no text (a table, an object).
function Get-VetroReason($record) {
  if ($record.ErrorDetails -and $record.ErrorDetails.Message) { return $record.ErrorDetails.Message }
  $exception = $record.Exception
  $words = $exception.Message
  $thrown = $record.TargetObject
  $isThrown = $exception -is [Management.Automation.RuntimeException] -and $exception.WasThrownFromThrowStatement
  if ($isThrown -and ($thrown -is [Collections.IDictionary] -or $thrown -is [Management.Automation.PSCustomObject])) {
    $entries = $thrown.PSObject.Properties
    if ($thrown -is [Collections.IDictionary]) { $entries = @($thrown.GetEnumerator() | ForEach-Object { $_ }) }
    $parts = foreach ($entry in $entries) {
      $name = $entry.Name
      if ($null -eq $name) { $name = $entry.Key }
      $value = $entry.Value
      if ($value -isnot [string]) { $value = ConvertTo-VetroJson $value @() $false }
      '{0}: {1}' -f $name, $value
    }
    return @($parts) -join ', '
  }
  $depth = 0
  for ($inner = $exception.InnerException; $inner -and $depth -lt 5; $inner = $inner.InnerException) {
    $depth += 1
    $cause = $inner.Message.Trim()
    if ($cause -ne '' -and -not $words.Contains($cause.TrimEnd('.'))) { $words = '{0} ({1})' -f $words, $cause }
  }
  $words
}

function Get-VetroErrorText($record) {
  $words = Get-VetroReason $record
  # What a program has written to its standard error is no error of the script.
  if ($record.FullyQualifiedErrorId -like 'NativeCommandError*') { return $words }
  $place = ''
  if ($record.InvocationInfo -and $record.InvocationInfo.Line -and $record.InvocationInfo.Line -notlike '*$vetro*') {
    $line = $record.InvocationInfo.Line.Trim()
    if ($line.Length -gt 200) { $line = $line.Substring(0, 200) + [char]0x2026 }
    $place = ' (line {0}: {1})' -f $record.InvocationInfo.ScriptLineNumber, $line
  }
  'Error: ' + $words + $place
}

$out = [Console]::OpenStandardOutput()
function Write-VetroLine([string]$text) {
  $bytes = [Text.Encoding]::UTF8.GetBytes($text + [char]10)
  $out.Write($bytes, 0, $bytes.Length)
  $out.Flush()
}

# What Format-Table and the like make is for people to read: lines, nothing that is returned.
function Write-VetroFormatted($records) {
  $records | Out-String -Stream -Width 4096 | ForEach-Object { Write-VetroLine $_.TrimEnd() }
  $records.Clear()
}

# Lines of what a script prints and warns; what it returns is handed on.
function Split-VetroStream {
  begin {
    $pending = ''
    $formatted = New-Object Collections.ArrayList
  }
  process {
    $record = $_
    if ($null -eq $record) { return }
    $prefix = ''
    if ($record -is [Management.Automation.InformationRecord]) {
      $data = $record.MessageData
      $text = $pending + [string]$data
      $pending = ''
      if ($data -is [Management.Automation.HostInformationMessage] -and $data.NoNewLine) {
        $pending = $text
        return
      }
    } elseif ($record -is [Management.Automation.WarningRecord]) {
      $text = 'Warning: ' + $record.Message
      $prefix = $mark + '${LINE_KINDS.warning}:'
    } elseif ($record -is [Management.Automation.VerboseRecord] -or $record -is [Management.Automation.DebugRecord]) {
      $text = $record.Message
    } elseif ($record.GetType().FullName -like 'Microsoft.PowerShell.Commands.Internal.Format.*') {
      [void]$formatted.Add($record)
      if ($record.GetType().Name -eq 'FormatEndData') { Write-VetroFormatted $formatted }
      return
    } else {
      return ,$record
    }
    foreach ($line in $text -split '\r?\n') { Write-VetroLine ($prefix + $line) }
  }
  end {
    if ($pending -ne '') { Write-VetroLine $pending }
    if ($formatted.Count -gt 0) { Write-VetroFormatted $formatted }
  }
}

function Read-VetroText([string]$quoted) {
  $text = $quoted.Substring(1, $quoted.Length - 2)
  if ($text.IndexOf('\') -lt 0) { return $text }
  [regex]::Replace($text, '\\(u[0-9a-fA-F]{4}|.)', {
    param($match)
    $code = $match.Groups[1].Value
    switch -CaseSensitive ($code.Substring(0, 1)) {
      'u' { return [string][char][Convert]::ToInt32($code.Substring(1), 16) }
      'b' { return [string][char]8 }
      'f' { return [string][char]12 }
      'n' { return [string][char]10 }
      'r' { return [string][char]13 }
      't' { return [string][char]9 }
      default { return $code }
    }
  })
}

function Read-VetroNumber([string]$token) {
  $culture = [Globalization.CultureInfo]::InvariantCulture
  [int]$small = 0
  [long]$large = 0
  $integer = [Globalization.NumberStyles]::AllowLeadingSign
  if ([int]::TryParse($token, $integer, $culture, [ref]$small)) { return $small }
  if ([long]::TryParse($token, $integer, $culture, [ref]$large)) { return $large }
  [double]::Parse($token, [Globalization.NumberStyles]::Float, $culture)
}

function ConvertFrom-VetroJson([string]$json) {
  $tokens = [regex]::Matches($json, '"[^"\\]*(?:\\.[^"\\]*)*"|[-0-9][-+0-9.eE]*|true|false|null|[\[\]{}]')
  $root = @{ items = New-Object Collections.ArrayList }
  $open = New-Object Collections.Stack
  $open.Push($root)
  foreach ($match in $tokens) {
    $token = $match.Value
    $value = $null
    if ($token -eq '[') {
      $open.Push(@{ items = New-Object Collections.ArrayList })
      continue
    }
    if ($token -eq '{') {
      $open.Push(@{ table = @{}; key = $null })
      continue
    }
    if ($token -eq ']') { $value = $open.Pop().items.ToArray() }
    elseif ($token -eq '}') { $value = $open.Pop().table }
    elseif ($token -eq 'true') { $value = $true }
    elseif ($token -eq 'false') { $value = $false }
    elseif ($token.StartsWith('"')) { $value = Read-VetroText $token }
    elseif ($token -ne 'null') { $value = Read-VetroNumber $token }
    $frame = $open.Peek()
    if ($null -ne $frame.items) {
      [void]$frame.items.Add($value)
    } elseif ($null -eq $frame.key) {
      $frame.key = $value
    } else {
      # Keys that differ by case alone are kept apart; other tables are as PowerShell's own.
      if ($frame.table.ContainsKey($frame.key)) {
        $exact = New-Object Collections.Hashtable
        foreach ($entry in $frame.table.GetEnumerator()) { $exact.Add($entry.Key, $entry.Value) }
        $frame.table = $exact
      }
      $frame.table[$frame.key] = $value
      $frame.key = $null
    }
  }
  return ,$root.items[0]
}

$quotedCharacters = [char[]]((0..31) + 34 + 92)
function ConvertTo-VetroQuoted([string]$text) {
  if ($text.IndexOfAny($quotedCharacters) -lt 0) { return '"' + $text + '"' }
  '"' + [regex]::Replace($text, '["\\\x00-\x1f]', { param($match) '\u{0:x4}' -f [int][char]$match.Value }) + '"'
}

$culture = [Globalization.CultureInfo]::InvariantCulture
$ellipsis = '"' + [char]0x2026 + '"'
# JSON is read into numbers that hold some 15 digits: what they would change is a text.
function ConvertTo-VetroNumber($value) {
  $text = [Convert]::ToString($value, $culture)
  $exact = [decimal]$value
  $isExact = [Math]::Abs($exact) -le 9007199254740991 -and [decimal][double]$exact -eq $exact
  if ($isExact) { return $text }
  '"' + $text + '"'
}

# An object of .NET hangs together with half of its process: of its values, what is no text or list is one as a text.
# What lies within itself, or too deep, is cut.
function ConvertTo-VetroJson($value, [object[]]$within, [bool]$isOfObject) {
  if ($null -eq $value -or $value -is [DBNull]) { return 'null' }
  if ($value -is [string]) { return ConvertTo-VetroQuoted $value }
  if ($value -is [bool]) { return ([string]$value).ToLowerInvariant() }
  if ($value -is [int]) { return [Convert]::ToString($value, $culture) }
  if ($value -is [long] -or $value -is [decimal] -or $value -is [uint64]) { return ConvertTo-VetroNumber $value }
  if ($value -is [datetime] -or $value -is [DateTimeOffset]) { return ConvertTo-VetroQuoted $value.ToString('o', $culture) }
  if ($value -is [double] -or $value -is [float]) {
    $text = $value.ToString('R', $culture)
    if ($text -match '^[-0-9.E+]+$') { return $text }
    return ConvertTo-VetroQuoted $text
  }
  $type = $value.GetType()
  if ($value -is [ValueType] -and $type.IsPrimitive -and $value -isnot [char]) {
    return [Convert]::ToString($value, $culture)
  }
  if ($value -is [IO.FileSystemInfo]) { return ConvertTo-VetroQuoted $value.FullName }
  if ($value -is [Xml.XmlNode]) { return ConvertTo-VetroQuoted $value.OuterXml }
  if ($value -is [Management.Automation.ErrorRecord]) { return ConvertTo-VetroQuoted (Get-VetroReason $value) }
  if ($value -is [Exception]) { return ConvertTo-VetroQuoted $value.Message }
  $isText = $value -is [char] -or $value -is [enum] -or $value -is [guid] -or $value -is [timespan] -or
    $value -is [uri] -or $value -is [version] -or $value -is [Net.IPAddress] -or $value -is [type] -or
    $value -is [scriptblock] -or $value -is [securestring] -or
    $type.FullName -match '^System\.(Security\.Principal|Globalization|Text)\.|SemanticVersion$'
  if ($isText) { return ConvertTo-VetroQuoted ([string]$value) }
  if ($within.Count -gt 50) { return $ellipsis }
  foreach ($outer in $within) { if ([object]::ReferenceEquals($outer, $value)) { return $ellipsis } }
  $inside = $within + , $value
  if ($value -is [Collections.IDictionary]) {
    $parts = foreach ($entry in $value.GetEnumerator()) {
      (ConvertTo-VetroQuoted $entry.Key) + ':' + (ConvertTo-VetroJson $entry.Value $inside $isOfObject)
    }
    return '{' + ($parts -join ',') + '}'
  }
  if ($value -is [Collections.IEnumerable]) {
    $parts = foreach ($item in $value) { ConvertTo-VetroJson $item $inside $isOfObject }
    return '[' + ($parts -join ',') + ']'
  }
  $isPlain = $value -is [Management.Automation.PSCustomObject]
  if ($isOfObject -and -not $isPlain) { return ConvertTo-VetroQuoted ([string]$value) }
  $parts = foreach ($property in $value.PSObject.Properties) {
    $inner = $null
    # Some values cannot be read; that says nothing of the others.
    try { $inner = $property.Value } catch { }
    (ConvertTo-VetroQuoted $property.Name) + ':' + (ConvertTo-VetroJson $inner $inside (-not $isPlain))
  }
  '{' + ($parts -join ',') + '}'
}

function Send-VetroEntry([bool]$isException, $result) {
  Write-VetroEntry '${LINE_KINDS.result}' @{ IsException = $isException; Result = $result }
}

function Write-VetroEntry([string]$kind, $entry) {
  $json = ConvertTo-VetroJson $entry @() $false
  $encoded = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($json))
  Write-VetroLine ($mark + $kind + ':' + $encoded)
}

function Send-VetroFailure($record, [string]$name, [int]$script) {
  $exception = $record.Exception
  $words = Get-VetroReason $record
  if ($script -gt 0 -and $exception.InnerException -is [Management.Automation.ParseException]) {
    $exception = $exception.InnerException
    $faults = foreach ($fault in $exception.Errors) { 'line {0}: {1}' -f $fault.Extent.StartLineNumber, $fault.Message }
    $words = 'Script {0} of the plan cannot be read: {1}' -f $script, ($faults -join ' ')
  }
  $position = @{ ScriptStackTrace = $record.ScriptStackTrace; PositionMessage = '' }
  $where = if ($record.InvocationInfo) { [string]$record.InvocationInfo.PositionMessage }
  if ($where -notlike '*$vetro*') { $position.PositionMessage = [string]$where }
  Send-VetroEntry $true @($exception.GetType().FullName, $words, $name, $position)
}
}

$vetroOrder = ConvertFrom-VetroJson $vetroTexts[1]
$vetroArguments = $vetroOrder.arguments
$vetroScript = 0
$vetroIsOver = $false
$vetroResult = New-Object Collections.ArrayList
try {
  foreach ($vetroEncoded in $vetroOrder.scripts) {
    $vetroScript += 1
    $vetroText = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($vetroEncoded)).TrimStart([char]0xFEFF)
    $vetroBlock = [ScriptBlock]::Create($vetroText)
    . $vetroBlock 3>&1 4>&1 5>&1 6>&1 | Split-VetroStream | Out-String -Stream -Width 4096 | ForEach-Object { Write-VetroLine $_ }
  }
  $vetroScript = 0
  & $vetroOrder.name @vetroArguments 3>&1 4>&1 5>&1 6>&1 | Split-VetroStream | ForEach-Object { [void]$vetroResult.Add($_) }
  Send-VetroEntry $false $vetroResult.ToArray()
  $vetroIsOver = $true
} catch {
  Send-VetroFailure $_ $vetroOrder.name $vetroScript
  $vetroIsOver = $true
} finally {
  # a script that says exit comes here alone; whether that was a success, the code of the process tells
  if (-not $vetroIsOver) { Write-VetroEntry '${LINE_KINDS.exit}' @{ script = $vetroScript; result = $vetroResult.ToArray() } }
}
`;
