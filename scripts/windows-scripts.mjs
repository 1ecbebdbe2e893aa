// The scripts for Windows machines under real PowerShell, in a world that stands in for Windows: see testing/windows.
//   npm test -- windows                                 a sample of the switches, and of the places where a run may be killed or fail
//   npm test -- windows --all                           all of them
//   node scripts/windows-scripts.mjs --commit REVISION  the scripts and plans of another commit, by the cases of this one
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensurePowerShell, ensureTransactSqlParser } from './powershell.mjs';
import { giveUp, root, run, say } from './setup.mjs';

const cache = path.join(root, '.cache');

const program = await ensurePowerShell();
const parser = program && (await ensureTransactSqlParser());
process.exitCode = program && parser ? await carryOut(process.argv.slice(2)) : skip();

async function carryOut(given) {
  const tsx = path.join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const at = given.indexOf('--commit');
  const catalog = at < 0 ? null : catalogOf(given[at + 1]);
  const options = catalog ? [...given.slice(0, at), ...given.slice(at + 2), '--catalog', catalog] : given;
  try {
    return await run(process.execPath, [tsx, 'testing/windows/main.ts', ...options], {
      env: { VETRO_PWSH: program, VETRO_TRANSACT_SQL: parser },
    });
  } finally {
    if (catalog) fs.rmSync(catalog, { recursive: true, force: true });
  }
}

/** Plans and scripts of the packages as a commit has them, in a folder of their own. */
function catalogOf(revision = '') {
  const commit = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
  if (!commit) giveUp(`"${revision}" is no commit of this repository.`);
  const files = git('ls-tree', '-r', '--name-only', commit, 'catalog/').split('\n');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-catalog-'));
  for (const file of files.filter((name) => /\/Resources\/(plans|scripts)\//.test(name))) {
    const copy = path.join(folder, path.relative('catalog', file));
    fs.mkdirSync(path.dirname(copy), { recursive: true });
    fs.writeFileSync(copy, git('show', `${commit}:${file}`));
  }
  say(`Scripts of ${commit}`);
  return folder;
}

/** What git prints, without the end of its last line; nothing where it fails. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return status === 0 ? stdout.replace(/\n$/, '') : '';
}

function skip() {
  const missing = program ? "Microsoft's parser of T-SQL" : 'PowerShell';
  say(`The scripts for Windows were not carried out: that takes ${missing}, which the SDK of .NET brings.`);
  const outcome = { passed: 0, failures: [], skipped: [`scripts for Windows (no ${missing})`], durations: [] };
  fs.mkdirSync(cache, { recursive: true });
  fs.writeFileSync(path.join(cache, 'windows-scripts.json'), JSON.stringify(outcome));
  return 0;
}
