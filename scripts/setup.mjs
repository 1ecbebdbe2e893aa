// What every command needs before it can work, on a bare clone: dependencies, the database client,
// a build, a browser. Uses nothing but Node, and does nothing twice.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWindows, OWN_TERMINAL, SYSTEM_BROWSERS, signalTree } from './platform.mjs';
import { beginProgress } from './progress.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const nextBin = path.join(root, 'node_modules', 'next', 'dist', 'bin', 'next');

const quiet = { NEXT_TELEMETRY_DISABLED: '1', CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' };

/** Says what is going on, in one line. */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Ends the command with one sentence that tells what to do. */
export function giveUp(sentence) {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}

export function ensureNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    giveUp(`Vetro needs Node.js 20.19 or newer; this is ${process.version}.`);
}

/**
 * Runs a command to its end; resolves with its exit code.
 * With `limit` (milliseconds) it gets a process group of its own, and nothing of that outlives it: whoever reads our
 * output would otherwise wait for the last of them to close it. Past the limit the group is told to stop, then made to.
 * Windows has no groups: there a Ctrl-C reaches all of them, and the limit ends the tree.
 */
export function run(command, args, { env = {}, limit, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      // a group of its own may not read from the terminal
      stdio: limit === undefined ? 'inherit' : ['ignore', 'inherit', 'inherit'],
      cwd: root,
      env: { ...process.env, ...quiet, ...env },
      ...(limit === undefined || isWindows ? {} : OWN_TERMINAL),
      ...options,
    });
    const release = limit === undefined ? () => {} : bound(child, limit, `${path.basename(command)} ${args.join(' ')}`);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      release();
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/** Bounds a process group in time; returns what ends the bound, and whatever is left of the group with it. */
function bound(child, limit, name) {
  const signalGroup = (signal) => signalTree(child.pid, signal);
  const passOn = (isWindows ? [] : ['SIGINT', 'SIGTERM', 'SIGHUP']).map((signal) => {
    const listener = () => signalGroup(signal);
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  const soft = setTimeout(() => {
    say(`\nStopped: "${name}" was not done within ${Math.round(limit / 1000)} s.`);
    signalGroup('SIGTERM');
  }, limit);
  const hard = setTimeout(() => signalGroup('SIGKILL'), limit + 30_000);
  return () => {
    clearTimeout(soft);
    clearTimeout(hard);
    for (const stop of passOn) stop();
    signalGroup('SIGKILL');
  };
}

/** What an earlier command noted under this name; empty: nothing. */
export function remembered(name) {
  try {
    return fs.readFileSync(path.join(root, '.cache', name), 'utf8');
  } catch {
    return '';
  }
}

/** Notes something for later commands of this checkout. */
export function remember(name, text) {
  fs.mkdirSync(path.join(root, '.cache'), { recursive: true });
  fs.writeFileSync(path.join(root, '.cache', name), text);
}

/** One hash of the names and contents of files, the same on every system. */
export function hashFiles(files) {
  const hash = createHash('sha256');
  const named = files.map((file) => ({ file, name: path.relative(root, file).split(path.sep).join('/') }));
  named.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const { file, name } of named) hash.update(name).update(fs.readFileSync(file));
  return hash.digest('hex');
}

function filesUnder(directory) {
  if (!fs.existsSync(directory)) return [];
  return fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** The typed database client is generated code: it follows the schema. */
export async function ensureClient() {
  const wanted = hashFiles([path.join(root, 'prisma', 'schema.prisma'), path.join(root, 'package-lock.json')]);
  if (fs.existsSync(path.join(root, 'lib', 'db', 'generated', 'client.ts')) && remembered('generated') === wanted)
    return;
  const code = await run(process.execPath, [path.join(root, 'scripts', 'generate.mjs')]);
  if (code !== 0) giveUp('The database client could not be generated; the reason is above.');
  remember('generated', wanted);
}

/** What runs in the languages' threads is a bundle of its own. */
export async function ensureWorker() {
  // Only now: a bare clone has no dependencies before they are ensured.
  const { default: bundleWorkers } = await import('./bundle-worker.mjs');
  await bundleWorkers();
}

/**
 * Builds the product, with the database client of its schema and the bundles of its threads, unless what is there was
 * made from these very sources.
 */
export async function ensureBuild() {
  await ensureClient();
  const sources = ['agent', 'app', 'components', 'lib', 'i18n', 'messages', 'packages', 'public', 'prisma']
    .flatMap((name) => filesUnder(path.join(root, name)))
    .filter((file) => !/\.test\.tsx?$/.test(file) && !file.includes(`${path.sep}generated${path.sep}`));
  const settings = [
    'next.config.js',
    'package-lock.json',
    'tsconfig.json',
    'postcss.config.mjs',
    'proxy.ts',
    'instrumentation.ts',
    'scripts/bundle-worker.mjs',
  ]
    .map((name) => path.join(root, name))
    .filter((file) => fs.existsSync(file));
  const wanted = hashFiles([...sources, ...settings]);
  // Tests write the bundles, too, so these are looked at themselves.
  const state = () => [wanted, readBuildId(), hashFiles(BUNDLES.filter((file) => fs.existsSync(file)))].join(' ');
  const before = remembered('built');
  if (before === state()) return;
  remember('built', '');
  const progress = beginProgress('Building');
  const [{ code, said }] = await Promise.all([
    listen(
      process.execPath,
      [nextBin, 'build'],
      (line) => {
        const [, stage] = BUILD_STAGE.exec(line) ?? [];
        if (stage) progress.show(stage.toLowerCase());
      },
      // A build's cache pays for whoever builds again, and takes a sixth of the time of the build that writes it.
      { VETRO_BUILD_CACHE: before === '' ? '0' : '1' },
    ),
    ensureWorker(),
  ]);
  if (code !== 0 || readBuildId() === '') {
    progress.failed();
    process.stderr.write(said);
    giveUp('The build failed; the reason is above.');
  }
  progress.done();
  remember('built', state());
}

/** What `bundle-worker.mjs` writes. */
export const BUNDLES = [
  'lib/conductor/workers/generated/worker.mjs',
  'lib/conductor/policy-checks/generated/worker.mjs',
  'lib/catalog/reading/generated/worker.mjs',
  'lib/threads/watchdog/generated/worker.mjs',
  'agent/generated/vetro-agent.mjs',
].map((name) => path.join(root, name));

/** The name of the build that is there; empty: none. */
function readBuildId() {
  const file = path.join(root, '.next', 'BUILD_ID');
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

/** What the framework's build says of where it is. */
const BUILD_STAGE =
  /(Creating an optimized production build|Collecting page data|Generating static pages|Finalizing page optimization)/;

/** Runs a command to its end, tells its lines as they come, and resolves with its code and all that it said. */
function listen(command, args, onLine, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: root,
      env: { ...process.env, ...quiet, ...env },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
        for (const line of text.split('\n')) onLine(line);
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, said }));
  });
}

async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return file && fs.existsSync(file) ? file : null;
}

/**
 * A Chromium for the browser stories: Playwright's own where it is or can be had, else the system's, installed with apt
 * when we may.
 */
export async function ensureChromium() {
  const asked = process.env.VETRO_CHROMIUM;
  if (asked) return asked;
  const found = (await playwrightBrowser()) ?? (await systemBrowser());
  if (found) return found;
  say('Looking for a browser …');
  spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
      'install',
      'chromium-headless-shell',
      'chromium',
    ],
    {
      stdio: 'ignore',
      timeout: 180_000,
    },
  );
  const own = await playwrightBrowser();
  if (own && spawnSync(own, ['--version']).status === 0) return own;
  return giveUp(
    'The browser stories need Chromium: install it (Debian: "apt-get install chromium") or name one in VETRO_CHROMIUM.',
  );
}

/** The system's browser; the one without windows is installed where that can be done. */
async function systemBrowser() {
  const present = () => SYSTEM_BROWSERS.find((file) => fs.existsSync(file));
  const preferred = '/usr/bin/chromium-headless-shell';
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (present() === preferred || !mayInstall) return present();
  say('Installing Chromium with apt …');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const stdio = ['ignore', 'ignore', 'inherit'];
  await run('apt-get', ['update', '-qq'], { env, stdio });
  // Other distributions have the one with windows alone.
  if ((await run('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], { env, stdio })) !== 0 && !present())
    await run('apt-get', ['install', '-y', '-qq', 'chromium'], { env, stdio });
  return present();
}
