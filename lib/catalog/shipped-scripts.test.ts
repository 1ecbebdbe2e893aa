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
