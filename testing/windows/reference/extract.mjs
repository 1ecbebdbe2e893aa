// Takes the modules that scripts for Windows machines may call out of a larger reference of cmdlets:
//   node testing/windows/reference/extract.mjs FILE    writes cmdlets.json beside this file
// FILE has modules by name, cmdlets by name, and for each `in` (the versions that document it) and `parameters`.
import fs from 'node:fs';
import path from 'node:path';

const MODULES = [
  'ActiveDirectory',
  'ADDSDeployment',
  'CimCmdlets',
  'DnsClient',
  'DnsServer',
  'FailoverClusters',
  'Microsoft.PowerShell.Core',
  'Microsoft.PowerShell.LocalAccounts',
  'Microsoft.PowerShell.Management',
  'Microsoft.PowerShell.Security',
  'Microsoft.PowerShell.Utility',
  'NetAdapter',
  'NetSecurity',
  'NetTCPIP',
  'ScheduledTasks',
  'ServerManager',
  'SmbShare',
  'WebAdministration',
];

const whole = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
// a page tells once of a parameter whether it must be given, though that differs by set:
// https://github.com/PowerShell/PowerShell, InvokeCimMethodCommand.cs
const { ResourceUri } = whole.CimCmdlets['Invoke-CimMethod'].parameters;
ResourceUri.sets = {
  CimInstanceComputerSet: { pipeline: true },
  CimInstanceSessionSet: { pipeline: true },
  ResourceUriComputerSet: { required: true, pipeline: true },
  ResourceUriSessionSet: { required: true, pipeline: true },
};
const lines = MODULES.map((module) => {
  const cmdlets = Object.entries(whole[module]).map(
    ([name, entry]) => `${JSON.stringify(name)}:${JSON.stringify(entry)}`,
  );
  return `${JSON.stringify(module)}:{\n${cmdlets.join(',\n')}\n}`;
});
const about = {
  source:
    'MicrosoftDocs/windows-powershell-docs f113d6b, MicrosoftDocs/PowerShell-Docs 27138b2: names, types and sets of parameters',
  licence: 'CC-BY-4.0; facts alone, none of their text',
};
fs.writeFileSync(
  path.join(import.meta.dirname, 'cmdlets.json'),
  `{"about":${JSON.stringify(about)},\n"modules":{\n${lines.join(',\n')}\n}}\n`,
);
