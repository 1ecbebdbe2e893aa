import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** What the PowerShell of the packages must not do on anybody's machine. */

const root = path.resolve('catalog');
const scripts = fs
  .readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ps1'))
  .map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')] as const);

describe.each(scripts)('%s', (_file, text) => {
  it('neither turns the firewall off nor trusts every host nor opens delegation (rough edge 5)', () => {
    expect(text.match(/Set-NetFirewallProfile|advfirewall\s+set|TrustedHosts|Enable-WSManCredSSP/gi) ?? []).toEqual([]);
  });

  it('puts no password into text that is parsed', () => {
    expect(text.match(/-AsPlainText|Invoke-Expression|PASSWORD\s*=\s*N?'\$\w*password/gi) ?? []).toEqual([]);
  });

  it('waits for no program without an end: a plain WaitForExit only collects what a bounded one has seen end', () => {
    const plain = text.match(/\.WaitForExit\(\s*\)/gi) ?? [];
    const bounded = text.match(/\.WaitForExit\([^)]+\)/gi) ?? [];
    expect(plain.length).toBeLessThanOrEqual(bounded.length);
    expect(text.match(/Start-Process[^\n]*-Wait\b/gi) ?? []).toEqual([]);
  });
});

/** Packages whose scripts call Windows' own .NET by one file, and know accounts by what is the same in every language. */
const COMMON = scripts.filter(([file]) => /windows\.(Core|ActiveDirectory|Web)\//.test(file));

describe.each(COMMON)('%s', (file, text) => {
  const code = text.replace(/^\s*#.*$/gm, '');

  it('asks Windows by CIM: PowerShell 7 has no WMI', () => {
    expect(code.match(/Get-WmiObject|Invoke-WmiMethod|\[wmi/gi) ?? []).toEqual([]);
  });

  it('names no account or group in English', () => {
    expect(code.match(/\bAdministrators?'|BUILTIN\\|NT AUTHORITY/g) ?? []).toEqual([]);
  });

  it('leaves what only Windows has in .NET to two files of Core', () => {
    const types = /\[ADSI\]|NTAccount|SecurityIdentifier|System\.DirectoryServices|Win32Exception|AccessControl\./g;
    const isTheirs = /\/(?:Windows|Accounts)\.ps1$/.test(file);
    expect((code.match(types) ?? []).length > 0).toBe(isTheirs);
  });
});
