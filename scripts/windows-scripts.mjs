// The scripts for Windows machines under real PowerShell, in a world that stands in for Windows: see testing/windows.
//   npm test -- windows          a sample of the places where a run may be killed or fail
//   npm test -- windows --all    all of them
import fs from 'node:fs';
import path from 'node:path';
import { ensurePowerShell } from './powershell.mjs';
import { root, run, say } from './setup.mjs';

const cache = path.join(root, '.cache');

const powershell = await ensurePowerShell();
process.exitCode = powershell ? await carryOut(powershell) : skip();

function carryOut(program) {
  const tsx = path.join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  return run(process.execPath, [tsx, 'testing/windows/main.ts', ...process.argv.slice(2)], {
    env: { VETRO_PWSH: program },
  });
}

function skip() {
  say('The scripts for Windows were not carried out: that takes the SDK of .NET, which brings PowerShell.');
  const outcome = { passed: 0, failures: [], skipped: ['scripts for Windows (no PowerShell)'], durations: [] };
  fs.mkdirSync(cache, { recursive: true });
  fs.writeFileSync(path.join(cache, 'windows-scripts.json'), JSON.stringify(outcome));
  return 0;
}
