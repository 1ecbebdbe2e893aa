// npm run bench -- uploads: what stays of the memory that large packages take: archives of 60 MB unpacked are taken into the
// catalog, one after the other, and taken out again.
//   --uploads N   how many (20)
//   --settle N    seconds until it is measured what stayed (150); threads that nobody needs end after a minute
import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import yazl from 'yazl';
import { ensureBuild, say } from '../scripts/setup.mjs';
import { memoryOf } from './figures.mjs';
import { client } from './load.mjs';
import { ownServer } from './own-server.mjs';

/** the aim: at the end as much as before, but for a fifth */
const AIM = 1.2;
const FILES = 12;
const FILE_BYTES = 5 * 2 ** 20;
/** Within the window of the archiver, so that what is uploaded is a small part of what is unpacked. */
const BLOCK_BYTES = 16 * 2 ** 10;
const SETTLING_STEP_S = 15;

/** An archive whose files are its own. */
async function archive(n) {
  const zip = new yazl.ZipFile();
  const manifest = [
    'Format: Vetro/1.0',
    'Type: Library',
    'FullName: com.example.bench.Large',
    'Name: Large',
    `Version: 1.0.${n}`,
    'Description: Large files.',
  ];
  zip.addBuffer(Buffer.from(`${manifest.join('\n')}\n`), 'manifest.yaml');
  for (let file = 0; file < FILES; file += 1) {
    zip.addBuffer(Buffer.alloc(FILE_BYTES, randomBytes(BLOCK_BYTES)), `Resources/files/large-${file}.bin`);
  }
  zip.end();
  return buffer(zip.outputStream);
}

async function upload(server, token, n) {
  const at = `${server.base.origin}/v1/catalog/packages`;
  const headers = { 'x-auth-token': token };
  const body = await archive(n);
  const imported = await fetch(at, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/zip' },
    body,
  });
  const answer = await imported.json();
  if (!imported.ok)
    throw new Error(`archive ${n} was not taken: ${imported.status} ${JSON.stringify(answer).slice(0, 500)}`);
  const removed = await fetch(`${at}/${answer.id}`, { method: 'DELETE', headers });
  if (!removed.ok) throw new Error(`package ${n} was not removed: ${removed.status} ${await removed.text()}`);
  return body.length;
}

async function sayMemory(call, when) {
  const { resident, heap, external } = await memoryOf(call);
  const mb = (figure) => figure.toFixed(0).padStart(5);
  say(`${when.padEnd(40)} ${mb(resident)} MB, heap ${mb(heap)} MB, beside it ${mb(external)} MB`);
  return resident;
}

/** Asks for lists, as somebody always does: a process that does nothing at all collects no garbage either. */
async function askFor(call, seconds) {
  for (const until = performance.now() + seconds * 1000; performance.now() < until; await pause(20))
    await call('GET', '/v1/environments');
}

/** Runs the benchmark with the arguments after its name. */
export async function main(args) {
  const value = (flag, usual) => (args.includes(flag) ? Number(args[args.indexOf(flag) + 1]) : usual);
  const uploads = value('--uploads', 20);
  const settleSeconds = value('--settle', 150);
  await ensureBuild();
  const server = await ownServer({ fast: true });
  try {
    const token = await server.token();
    const { call, close } = client({ base: server.base, token, connections: 2 });
    for (let n = 0; n < 200; n += 1) await call('GET', '/v1/environments');
    say(`${os.cpus().length} processors; load of the machine: ${os.loadavg()[0].toFixed(2)}`);
    const before = await sayMemory(call, 'before');
    let sent = 0;
    for (let n = 0; n < uploads; n += 1) {
      sent += await upload(server, token, n);
      if (n % 5 === 4) await sayMemory(call, `after ${n + 1} uploads`);
    }
    say(`sent: ${(sent / 2 ** 20).toFixed(0)} MB, unpacked ${uploads * FILES * (FILE_BYTES / 2 ** 20)} MB`);
    let after = Number.NaN;
    for (let seconds = SETTLING_STEP_S; seconds <= settleSeconds; seconds += SETTLING_STEP_S) {
      await askFor(call, SETTLING_STEP_S);
      after = await sayMemory(call, `${seconds} s later`);
    }
    close();
    say(`${(after / before).toFixed(2)} times as much as before (aim: at most ${AIM})`);
    if (!(after <= AIM * before)) process.exitCode = 1;
  } finally {
    await server.end();
  }
}
