// From the reference to a PowerShell text: functions that bind as the cmdlets of Windows do, and hand over to the world.
import fs from 'node:fs';
import path from 'node:path';

interface Parameter {
  type?: string;
  aliases?: string[];
  values?: string[];
  /** by the name of the set, which is `(All)` for what is in each of them */
  sets: Record<string, { required?: boolean; position?: number; pipeline?: boolean }>;
}

interface Cmdlet {
  /** versions that document it: 5.1, 2019, 2022, 2025 */
  in: string[];
  parameters: Record<string, Parameter>;
}

const file = path.join(import.meta.dirname, 'cmdlets.json');
const { modules } = JSON.parse(fs.readFileSync(file, 'utf8')) as { modules: Record<string, Record<string, Cmdlet>> };

/** What PowerShell itself has on every system is used as it is, but for what touches the machine. */
const OWN_MODULES = [
  'Microsoft.PowerShell.Core',
  'Microsoft.PowerShell.Security',
  'Microsoft.PowerShell.Utility',
  'Microsoft.PowerShell.Management',
];
const TYPES = new Set(
  'string string[] int32 int64 uint32 uint64 boolean hashtable timespan datetime uri scriptblock object guid byte uint16 int32[] uint32[] object[] uint16[]'.split(
    ' ',
  ),
);
/** What PowerShell adds to each of them by itself. */
const COMMON = ['WhatIf', 'Confirm', 'Verbose', 'Debug', 'ErrorAction', 'WarningAction'];
/** Where the reference does not tell which set holds when several would do. */
const DEFAULT_SETS: Record<string, string> = {
  'Get-Service': 'Default',
  'Get-CimInstance': 'ClassNameComputerSet',
  'Get-WmiObject': 'query',
};

/**
 * The functions of some cmdlets, as PowerShell.
 *
 * @param names of cmdlets; what the reference does not have is missing
 */
export function standIns(names: readonly string[]): string {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const made = new Map<string, string>();
  for (const [module, cmdlets] of Object.entries(modules)) {
    for (const [name, cmdlet] of Object.entries(cmdlets))
      if (wanted.has(name.toLowerCase()) && !made.has(name)) made.set(name, functionOf(name, module, cmdlet));
  }
  return [...made.values()].join('\n');
}

/** Every cmdlet of the reference; `isOwn`: PowerShell may have it on every system. */
export function cmdlets(): { name: string; isOwn: boolean }[] {
  return Object.entries(modules).flatMap(([module, all]) =>
    Object.keys(all).map((name) => ({ name, isOwn: OWN_MODULES.includes(module) })),
  );
}

function functionOf(name: string, module: string, { parameters: all }: Cmdlet): string {
  const parameters = Object.entries(all).filter(([one]) => !COMMON.includes(one));
  const sets = new Set(parameters.flatMap(([, { sets: own }]) => Object.keys(own)).filter((set) => set !== '(All)'));
  const fallback = DEFAULT_SETS[name] ?? easiestSet(parameters, [...sets]);
  const binding = ['SupportsShouldProcess', ...(fallback ? [`DefaultParameterSetName='${fallback}'`] : [])].join(', ');
  const body = parameters.map(([one, about]) => `    ${parameterOf(one, about)}`).join(',\n');
  const work = `Invoke-StandIn '${name}' '${module}' $PSBoundParameters $PSCmdlet`;
  return `function ${name} {\n  [CmdletBinding(${binding})]\n  param(\n${body}\n  )\n  process { ${work} }\n}`;
}

/** The set with the fewest mandatory parameters: what binds when nothing tells. */
function easiestSet(parameters: [string, Parameter][], sets: string[]): string | undefined {
  const mandatory = (set: string) => parameters.filter(([, { sets: own }]) => own[set]?.required).length;
  return sets.toSorted((one, other) => mandatory(one) - mandatory(other))[0];
}

function parameterOf(name: string, { type = 'Object', aliases = [], values = [], sets }: Parameter): string {
  const attributes = Object.entries(sets).map(([set, { required, position, pipeline }]) => {
    const parts = [
      set !== '(All)' && `ParameterSetName='${set}'`,
      required && 'Mandatory',
      position !== undefined && `Position=${position}`,
      pipeline && 'ValueFromPipeline, ValueFromPipelineByPropertyName',
    ];
    return `[Parameter(${parts.filter(Boolean).join(', ')})]`;
  });
  const other = aliases.length > 0 ? `[Alias(${aliases.map(quote).join(', ')})]` : '';
  const accepted =
    values.length > 0 && !/switch|bool/i.test(type) ? `[ValidateSet(${values.map(quote).join(', ')})]` : '';
  return `${attributes.join('')}${other}${accepted}${typeOf(type)} $\{${name}}`;
}

function typeOf(type: string): string {
  const short = type.replace(/^.*\.(?=[^.]+$)/, '').toLowerCase();
  if (short === 'switchparameter') return '[switch]';
  if (['pscredential', 'securestring'].includes(short)) return `[${short}]`;
  // collections of texts are what their cmdlets make of one text or of several
  if (short === 'stringcollection' || short === 'feature[]') return '[string[]]';
  return TYPES.has(short) ? `[${short}]` : '[object]';
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
