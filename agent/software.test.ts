import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SoftwareConfig } from '@/lib/formats/execution-plan/plan';
import { ensurePowerShell } from '../scripts/powershell.mjs';
import { runSoftware } from './software';

const powerShell = await ensurePowerShell();

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-tool-'));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Has a tool carry out a text, as an agent does. */
function run(tool: string, text: string, more: Partial<SoftwareConfig> = {}, program: string | null = powerShell) {
  const start = { folder, environment: {}, onStart: () => undefined, onLine: () => undefined };
  return runSoftware({ action: 'CREATE', tool, text, inputs: {}, outputs: [], ...more }, start, program);
}

describe('the tool script', () => {
  it('finds its inputs in its environment, whatever they are, and gives its outputs by files', async () => {
    const inputs = { name: 'größer "x"', port: 80, on: true, tags: ['a', 'b'], nothing: null };
    const text = 'printf "%s|%s|%s|%s|%s" "$name" "$port" "$on" "$tags" "$nothing" > $heat_outputs_path.all';
    expect(await run('script', text, { inputs, outputs: ['all', 'never'] })).toEqual({
      ...{ deploy_stdout: '', deploy_stderr: '', deploy_status_code: 0 },
      all: 'größer "x"|80|true|["a","b"]|',
    });
  });

  it('is started by the program that its first line names', async () => {
    const text = '#!/usr/bin/env node\nconsole.log("from", process.release.name);\nprocess.exit(7);\n';
    expect(await run('script', text)).toMatchObject({ deploy_stdout: 'from node\n', deploy_status_code: 7 });
  });
});

describe.runIf(powerShell !== null)('the tool powershell', () => {
  it('finds its inputs in its environment and gives its outputs by files', async () => {
    const text =
      'Write-Output "draining $env:port"\nSet-Content -Path "$env:heat_outputs_path.url" -Value "ä:$env:port"';
    expect(await run('powershell', text, { inputs: { port: 8080 }, outputs: ['url'] })).toEqual({
      ...{ deploy_stdout: 'draining 8080\n', deploy_stderr: '', deploy_status_code: 0 },
      url: 'ä:8080',
    });
  });

  it('ends with the code that it says, and with 1 where it throws', async () => {
    expect(await run('powershell', 'exit 5')).toMatchObject({ deploy_status_code: 5 });
    const thrown = await run('powershell', 'throw "sessions are open"');
    expect(thrown).toMatchObject({
      deploy_status_code: 1,
      deploy_stderr: expect.stringContaining('sessions are open'),
    });
  });
});

it('a tool that this machine has not is told at once', async () => {
  const words = 'This machine has no tool called powershell.';
  expect(await run('powershell', 'exit 0', {}, null)).toEqual({
    ...{ deploy_stdout: '', deploy_stderr: words, deploy_status_code: 127 },
  });
});
