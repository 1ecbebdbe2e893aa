// npm run bench -- isolation: what others feel of a program that computes without end, in a deployment and in a preview
// at the same time, and of bodies in the worst shape of their parsers.
//   --seconds N   seconds a round (8)
//   --rounds N    rounds of each kind, by turns (3)
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureBuild, root, say } from '../scripts/setup.mjs';
import { client, percentile } from './load.mjs';
import { ownServer } from './own-server.mjs';
import { worstBodies } from './worst-bodies.mjs';

const ENDLESS = 'lib/conductor/runtime/testing/packages/com.example.Endless';
/** the aim: the slow ones may take so many times as long as without such a program */
const AIM = 2;
const hex = () => randomBytes(16).toString('hex');
const endless = () => ({ '?': { id: hex(), type: 'com.example.Endless' }, name: 'loop', program: 'loop' });

/** The catalog that ships, and the package whose program never ends. */
function catalogIn(directory) {
  const catalog = path.join(directory, 'catalog');
  fs.cpSync(path.join(root, 'catalog'), catalog, { recursive: true });
  fs.cpSync(path.join(root, ENDLESS), path.join(catalog, path.basename(ENDLESS)), { recursive: true });
  return catalog;
}

/** A draft with a program that never ends. */
async function draft(call) {
  const at = `/v1/environments/${(await call('POST', '/v1/environments', { body: { name: `bench-${hex()}` } })).json.id}`;
  const session = (await call('POST', `${at}/configure`)).json.id;
  const headers = { 'x-configuration-session': session };
  const added = await call('POST', `${at}/services`, { body: endless(), headers });
  if (added.status !== 200) throw new Error(`the service was not added: ${added.status} ${added.text}`);
  return { at, session };
}

/** Asks for the list again and again, as a few people at once would: each waits a moment before the next time. */
async function ask(call, seconds) {
  const latencies = [];
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (performance.now() < end) {
        const from = performance.now();
        const { status } = await call('GET', '/v1/environments');
        if (status !== 200) throw new Error(`the list answered ${status}`);
        latencies.push(performance.now() - from);
        await pause(20);
      }
    }),
  );
  return latencies;
}

/**
 * Keeps one program busy in a deployment and one in a preview: each time one has spent what it may, it begins again.
 * Resolves, once both are busy, with what ends them.
 */
async function busy(call) {
  const deployed = await draft(call);
  const previewed = await draft(call);
  let goesOn = true;
  let running = null;
  const previews = (async () => {
    while (goesOn) await call('GET', `${previewed.at}/sessions/${previewed.session}/preview`);
  })();
  const deployments = (async () => {
    for (let { at, session } = deployed; goesOn; session = (await call('POST', `${at}/configure`)).json.id) {
      const { status, json, text } = await call('POST', `${at}/sessions/${session}/deploy`);
      if (status !== 200) throw new Error(`it was not deployed: ${status} ${text}`);
      running = json.deployment_id;
      while ((await call('GET', at)).json.status === 'deploying') await pause(50);
    }
  })();
  // what ends either early is told by whoever ends both
  const both = Promise.all([previews, deployments]);
  both.catch(() => {});
  // Before its own effects a deployment is played through once, which takes the five seconds of a preview. Connections
  // stay in use meanwhile: the server would close them.
  await ask(call, 6);
  return async () => {
    goesOn = false;
    await call('POST', `${deployed.at}/deployments/${running}/cancel`);
    await both;
    for (const { at } of [deployed, previewed]) await call('DELETE', `${at}?abandon=true`);
  };
}

function row(name, latencies) {
  const sorted = [...latencies].sort((a, b) => a - b);
  const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
  say(
    `${name.padEnd(34)} ${String(sorted.length).padStart(6)} ${p50.toFixed(1).padStart(8)} ${p99.toFixed(1).padStart(8)}`,
  );
  return p99;
}

/** Runs the benchmark with the arguments after its name. */
export async function main(args) {
  const value = (flag, fallback) => Number(args.includes(flag) ? args[args.indexOf(flag) + 1] : fallback);
  const seconds = Math.min(value('--seconds', 8), 30);
  const rounds = value('--rounds', 3);
  await ensureBuild();
  const server = await ownServer({ env: (directory) => ({ VETRO_CATALOG_DIR: catalogIn(directory) }) });
  try {
    const token = await server.token();
    const { call, close } = client({ base: server.base, token, connections: 16 });
    for (let i = 0; i < 20; i += 1) await call('POST', '/v1/environments', { body: { name: `bench-${hex()}` } });
    await ask(call, 2);
    const idle = [];
    const beside = [];
    for (let round = 0; round < rounds; round += 1) {
      idle.push(...(await ask(call, seconds)));
      const end = await busy(call);
      beside.push(...(await ask(call, seconds)));
      await end();
    }
    const { at, session } = await draft(call);
    close();
    say(`${os.cpus().length} processors; load of the machine: ${os.loadavg()[0].toFixed(2)}`);
    say(
      `\n${'GET /v1/environments'.padEnd(34)} ${'answers'.padStart(6)} ${'p50 ms'.padStart(8)} ${'p99 ms'.padStart(8)}`,
    );
    const before = row('idle', idle);
    const after = row('beside a deployment and a preview', beside);
    if (after > AIM * before) process.exitCode = 1;
    say(`p99: ${(after / before).toFixed(2)} times that of idle (aim: at most ${AIM})`);
    await worstBodies({ base: server.base, token, environment: at.split('/').at(-1), session });
  } finally {
    await server.end();
  }
}
