// PowerShell as a tool of .NET, and Microsoft's parser of T-SQL, for the tests that run scripts: put into .cache once, for every
// user of this checkout.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isWindows } from './platform.mjs';
import { root, run } from './setup.mjs';

const VERSION = '7.6.9';
const folder = path.join(root, '.cache', `powershell-${VERSION}`);
const program = path.join(folder, isWindows ? 'pwsh.exe' : 'pwsh');

/**
 * PowerShell 7, installed where it is missing.
 *
 * @returns {Promise<string | null>} its path; null where .NET, which installs it, is missing
 */
export async function ensurePowerShell() {
  if (fs.existsSync(program)) return program;
  const args = ['tool', 'install', 'PowerShell', '--version', VERSION];
  return (await install(folder, (draft) => [...args, '--tool-path', draft])) ? program : null;
}

/**
 * Microsoft's parser of T-SQL (ScriptDom) as a library of .NET, installed where it is missing.
 *
 * @returns {Promise<string | null>} its path; null where .NET, which installs it, is missing
 */
export async function ensureTransactSqlParser() {
  const project = path.join(root, 'scripts', 'windows', 'transact-sql');
  const name = 'Microsoft.SqlServer.TransactSql.ScriptDom';
  const [, version] = /Version="([^"]+)"/.exec(fs.readFileSync(path.join(project, 'transact-sql.csproj'), 'utf8'));
  const packages = path.join(root, '.cache', `transact-sql-${version}`);
  const library = path.join(packages, name.toLowerCase(), version, 'lib', 'net8.0', `${name}.dll`);
  if (fs.existsSync(library)) return library;
  const args = ['restore', project, '--verbosity', 'quiet'];
  const options = (draft) => ['--packages', draft, '--artifacts-path', path.join(draft, 'artifacts')];
  return (await install(packages, (draft) => [...args, ...options(draft)])) ? library : null;
}

/** Has .NET put something into a folder: at once or not at all, as two files of tests may ask for it at the same time. */
async function install(target, argumentsFor) {
  if (spawnSync('dotnet', ['--version'], { stdio: 'ignore' }).status !== 0) return false;
  const draft = `${target}.${process.pid}`;
  const quietly = { env: { DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' }, stdio: 'ignore' };
  if ((await run('dotnet', argumentsFor(draft), quietly)) !== 0) return false;
  try {
    fs.renameSync(draft, target);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (!fs.existsSync(target)) throw error;
  }
  return true;
}
