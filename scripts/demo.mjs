// npm run demo: from a bare clone to a running Vetro in the browser.
import fs from 'node:fs';
import path from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { commandWith, isAlive, isAliveAs } from './platform.mjs';
import { openRotatingLog } from './rotating-log.mjs';
import { portIsFree, serve } from './serve.mjs';
import { ensureBuild, ensureNode, giveUp, root, say } from './setup.mjs';
import { warmUp } from './warm-up.mjs';

ensureNode();
const port = Number(process.env.PORT ?? 3000);
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  giveUp(`PORT must be a number from 1 to 65535, not "${process.env.PORT}".`);

const data = path.resolve(process.env.VETRO_DATA_DIR ?? path.join(root, '.data', 'demo'));
const note = path.join(data, 'running.json');
fs.mkdirSync(data, { recursive: true });

const before = readNote();
if (before && alive(before.launcher))
  giveUp(
    `The demo runs already, at http://localhost:${before.port}. Stop it with Ctrl-C there, or choose another VETRO_DATA_DIR.`,
  );
if (before && alive(before.server)) await endLeftover(before.server);
if (!(await portIsFree(port)))
  giveUp(
    `Port ${port} is taken. Stop what uses it, or choose another: ${commandWith('PORT', port === 65_535 ? 3000 : port + 1, 'npm run demo')}`,
  );

await ensureDependencies({ tests: false });

let server;
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));

// The database starts while the product is built, and ends with this process if that fails.
const starting = startDatabase();
const [postgres] = await Promise.all([starting, ensureBuild()]).catch((error) => giveUp(error.message));

say('Starting Vetro …');
const log = path.join(data, 'server.log');
const output = openRotatingLog(log);
try {
  server = await serve({
    port,
    databaseUrl: postgres.url,
    output: output.descriptor,
    env: { VETRO_DATA_DIR: data, VETRO_SEED: 'demo', VETRO_TIME_SCALE: process.env.VETRO_TIME_SCALE ?? '1' },
  });
} catch (error) {
  process.stderr.write(`\nVetro did not start: ${error.message}. Its log: ${log}\n`);
  await stop(1);
}
fs.writeFileSync(note, JSON.stringify({ launcher: process.pid, server: server.process.pid, port }));
void server.gone.then((code) => {
  if (stopping) return;
  process.stderr.write(`\nThe server ended unexpectedly (code ${code}). Its log: ${log}\n`);
  void stop(1);
});

const { users } = JSON.parse(fs.readFileSync(path.join(root, 'lib', 'auth', 'demo-users.json'), 'utf8'));
const wide = Math.max(...users.map((user) => user.name.length));
say(`
  Vetro is ready:  ${server.url}

  Sign in as
${users.map((user) => `    ${user.name.padEnd(wide)}  ${user.password}   ${user.summary}`).join('\n')}

  ${machinesSentence()}
  Data stays in ${path.relative(process.cwd(), data) || '.'}; the log is ${path.relative(process.cwd(), log)}.
  Press Ctrl-C to stop.
`);
await warmUp(server.url, users[0]);

async function startDatabase() {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, stop: async () => {} };
  const { startPostgres } = await import('./postgres.mjs');
  const started = await startPostgres({ directory: data });
  process.once('exit', started.requestStop);
  return started;
}

/** What a deployment would touch. */
function machinesSentence() {
  const cloud = process.env.VETRO_CLOUD ?? 'embedded';
  if (cloud === 'embedded') return 'Machines are simulated: nothing outside this computer is touched.';
  return `Machines are real: VETRO_CLOUD is "${cloud}".`;
}

async function stop(code) {
  if (stopping) return;
  stopping = true;
  say('\nStopping …');
  await server?.stop();
  await starting.then((database) => database.stop()).catch(() => {});
  fs.rmSync(note, { force: true });
  process.exit(code);
}

function readNote() {
  try {
    return JSON.parse(fs.readFileSync(note, 'utf8'));
  } catch {
    return null;
  }
}

/** Whether a process of ours still lives; its number may belong to a stranger by now. */
function alive(pid) {
  return isAliveAs(pid, ['demo.mjs', 'server.mjs', 'node.exe']);
}

async function endLeftover(pid) {
  say('Stopping what an earlier run left behind …');
  process.kill(pid, 'SIGTERM');
  for (const until = Date.now() + 15_000; Date.now() < until && isAlive(pid); )
    await new Promise((resolve) => setTimeout(resolve, 100));
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}
