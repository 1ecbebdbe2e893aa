// Where Windows, macOS and Linux differ for the scripts: how npm is started, how a process is stopped, and whose it is.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const isWindows = process.platform === 'win32';

/**
 * Options of `spawn` for a process that a Ctrl-C in this terminal must not reach: whoever started it stops it in order.
 * Windows gives a detached process's own children a window each, so there it gets a hidden console instead; it then ends
 * with its parent.
 */
export const OWN_TERMINAL = { detached: !isWindows, windowsHide: true };

/**
 * Where a Chromium of the system may lie; a browser that is there need not be downloaded. First the one that has no
 * windows: the stories take a fifth less of the processor's time with it.
 */
export const SYSTEM_BROWSERS = isWindows
  ? [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [
        path.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        path.join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
      ])
  : [
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/usr/bin/google-chrome-stable',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ];

/**
 * How to start npm. Its JavaScript is run by this very Node: Windows has npm as a batch file, which Node starts by a
 * shell only (CVE-2024-27980), and a shell has its own rules of quoting.
 *
 * @param {string[]} args without characters that a shell would read, should there be no other way
 * @returns {{command: string, args: string[], options: import('node:child_process').SpawnOptions}}
 */
export function npmCommand(args) {
  const beside = path.dirname(process.execPath);
  const script = [
    process.env.npm_execpath ?? '',
    path.join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find((file) => path.basename(file) === 'npm-cli.js' && fs.existsSync(file));
  if (script) return { command: process.execPath, args: [script, ...args], options: {} };
  return { command: 'npm', args, options: { shell: isWindows } };
}

/**
 * The JavaScript that a package offers as a command; `node_modules/.bin` has batch files on Windows, which Node does not
 * start by themselves.
 *
 * @param {string} root of the checkout
 * @param {string} name of the command
 * @param {string} owner the package, where it has another name
 * @returns {string} a path
 */
export function packageCommand(root, name, owner = name) {
  const folder = path.join(root, 'node_modules', ...owner.split('/'));
  const { bin } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[name]);
}

/** A command as one types it in this system's usual shell, with a variable set. */
export function commandWith(name, value, command) {
  return isWindows ? `$env:${name} = ${value}; ${command}` : `${name}=${value} ${command}`;
}

/** The variables that name the folder for temporary files: Unix reads the first, Windows the others. */
export function temporaryFolder(directory) {
  return { TMPDIR: directory, TEMP: directory, TMP: directory };
}

/** Whether a process runs. One that ended and that nobody has waited for does not. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  return !isZombie(pid);
}

/** In a container without an init process, orphans that ended stay in the table of processes. */
function isZombie(pid) {
  try {
    return / Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Whether a process runs and its command has one of these words in it: the number of one that ended may belong to a
 * stranger by now. Windows tells the program's name alone.
 *
 * @param {number} pid
 * @param {string[]} words
 */
export function isAliveAs(pid, words) {
  return isAlive(pid) && words.some((word) => commandOf(pid).includes(word));
}

function commandOf(pid) {
  if (process.platform === 'linux') return readText(`/proc/${pid}/cmdline`);
  const [command, ...args] = isWindows
    ? ['tasklist', '/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']
    : ['ps', '-o', 'command=', '-p', String(pid)];
  return spawnSync(command, args, { encoding: 'utf8', windowsHide: true }).stdout ?? '';
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Sends a signal to a child that was started with `detached`, and to all that it started. Windows has no such signals:
 * there the tree ends at once.
 *
 * @param {number} pid of the child
 * @param {NodeJS.Signals} signal
 */
export function signalTree(pid, signal) {
  if (isWindows) {
    spawnSync('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left of it.
  }
}
