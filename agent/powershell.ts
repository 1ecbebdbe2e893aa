import { randomBytes } from 'node:crypto';
import { scriptTexts } from '@/lib/formats/execution-plan/build';
import type { ExecutionPlan, PlanCommand } from '@/lib/formats/execution-plan/plan';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { type ProcessStart, runProcess } from './processes';

/** Reads its script from the standard input: there it is neither in a file nor on a command line. */
const BOOTSTRAP = '$text = [Console]::In.ReadToEnd(); & ([ScriptBlock]::Create($text))';

/**
 * Carries out one command of a plan of version 1: the scripts of the plan, then the function with its arguments.
 *
 * @param program PowerShell, or what stands in for it
 * @returns the entry of the plan's result: what the function returned, or how it failed
 */
export async function runCommand(
  program: string,
  plan: ExecutionPlan,
  command: PlanCommand,
  start: Omit<ProcessStart, 'program' | 'args' | 'input'>,
): Promise<JsonObject> {
  const mark = `vetro-result-${randomBytes(9).toString('hex')}:`;
  let entry: Json = null;
  const encoded = Buffer.from(BOOTSTRAP, 'utf16le').toString('base64');
  const { exitCode, stderr } = await runProcess({
    ...start,
    program,
    args: ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Unrestricted', '-EncodedCommand', encoded],
    input: scriptFor(plan, command, mark),
    onLine: (stream, text) => {
      if (text.startsWith(mark)) entry = entryOf(text.slice(mark.length), command.Name);
      else start.onLine(stream, text);
    },
  });
  if (isObject(entry)) return entry;
  const words =
    stderr.trim().split('\n').at(-1) || `PowerShell ended with code ${exitCode} before the command was over.`;
  return { IsException: true, Result: ['AgentError', words, command.Name] };
}

/** The entry that a command has printed; words in its place where it was cut because nobody could take so much. */
function entryOf(encoded: string, name: string): Json {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
  } catch {
    const words = `${name} was carried out; what it returned is too long to send.`;
    return { IsException: true, Result: ['AgentError', words, name] };
  }
}

/** The whole text that PowerShell gets. Functions print what they like; the result is the line behind the mark. */
function scriptFor(plan: ExecutionPlan, { Name: name, Arguments: given }: PlanCommand, mark: string): string {
  const data = Buffer.from(JSON.stringify(given), 'utf8').toString('base64');
  return `
$ProgressPreference = 'SilentlyContinue'
function ConvertTo-VetroArgument($value) {
  if ($value -is [System.Management.Automation.PSCustomObject]) {
    $table = @{}
    foreach ($entry in $value.PSObject.Properties) { $table[$entry.Name] = ConvertTo-VetroArgument $entry.Value }
    return $table
  }
  if ($value -is [array]) { return ,@($value | ForEach-Object { ConvertTo-VetroArgument $_ }) }
  return $value
}
function Send-VetroResult($entry) {
  $json = ConvertTo-Json -InputObject $entry -Depth 6 -Compress
  [Console]::Out.WriteLine('${mark}' + [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($json)))
}
try {
${scriptTexts(plan).join('\n\n')}

  $vetroText = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${data}'))
  $vetroArguments = ConvertTo-VetroArgument (ConvertFrom-Json $vetroText)
  $vetroOutput = @(${name} @vetroArguments | Where-Object { $null -ne $_ })
  Send-VetroResult @{ IsException = $false; Result = $vetroOutput }
} catch {
  $position = @{ ScriptStackTrace = $_.ScriptStackTrace; PositionMessage = $_.InvocationInfo.PositionMessage }
  Send-VetroResult @{ IsException = $true; Result = @($_.Exception.GetType().FullName, $_.Exception.Message, '${name}', $position) }
}
`;
}
