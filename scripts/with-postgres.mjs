// Runs a command with TEST_DATABASE_URL pointing at a throw-away PostgreSQL:
//   node scripts/with-postgres.mjs vitest run
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { packageCommand, temporaryFolder } from './platform.mjs';
import { startPostgres } from './postgres.mjs';

const root = path.resolve(import.meta.dirname, '..');
const [name, ...rest] = process.argv.slice(2);
const isPackage = fs.existsSync(path.join(root, 'node_modules', name, 'package.json'));
const [command, ...args] = isPackage ? [process.execPath, packageCommand(root, name), ...rest] : [name, ...rest];
const own = process.env.TEST_DATABASE_URL;
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-test-'));
const postgres = own ? null : await startPostgres({ directory, fast: true });
// What the command and its processes leave there goes with the database, however they end.
const temporary = path.join(directory, 'tmp');
fs.mkdirSync(temporary);
const child = spawn(command, args, {
  stdio: 'inherit',
  env: {
    ...process.env,
    TEST_DATABASE_URL: own ?? postgres.url,
    ...temporaryFolder(temporary),
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', async (code) => {
  await postgres?.stop();
  fs.rmSync(directory, { recursive: true, force: true });
  process.exit(code ?? 1);
});
