// PowerShell as a tool of .NET, for the tests that run scripts: put into .cache once, for every user of this checkout.
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
  if (spawnSync('dotnet', ['--version'], { stdio: 'ignore' }).status !== 0) return null;
  // At once or not at all: two files of tests may ask for it at the same time.
  const draft = `${folder}.${process.pid}`;
  const args = ['tool', 'install', '--tool-path', draft, 'PowerShell', '--version', VERSION];
  const quietly = { env: { DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' }, stdio: 'ignore' };
  if ((await run('dotnet', args, quietly)) !== 0) return null;
  try {
    fs.renameSync(draft, folder);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (!fs.existsSync(program)) throw error;
  }
  return program;
}
