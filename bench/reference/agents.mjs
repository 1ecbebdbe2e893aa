// Agents of a pool that wait for work. A pool is an installation of its own: the machines of one are of one cloud.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from '../../scripts/setup.mjs';
import { bundled } from '../bundled.mjs';
import { memoryOf, sayLatencies } from '../figures.mjs';
import { client, cpuSeconds } from '../load.mjs';
import { ownServer } from '../own-server.mjs';

const ENROLLED_AT_ONCE = 8;

/** Enrols agents at a server with a pool, lets them wait for so long, and asks for a list meanwhile. */
export async function waitingAgents({ count, minutes }) {
  const { agent } = await bundled('agents');
  const server = await ownServer({ env: { VETRO_CLOUD: 'pool' } });
  const until = new AbortController();
  const { call, close } = client({ base: server.base, token: await server.token(), connections: 8 });
  const polls = { answered: 0, waited: 0, failed: 0 };
  const on = {
    answered: (ms) => {
      polls.answered += 1;
      polls.waited += ms;
    },
    failed: () => {
      polls.failed += 1;
    },
  };
  try {
    const before = (await memoryOf(call)).resident;
    const working = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: ENROLLED_AT_ONCE }, async () => {
        for (let n = next++; n < count; n = next++) {
          const { json } = await call('POST', '/v1/admin/enrolment-codes', { body: { minutes: 60 } });
          const home = path.join(server.directory, `agent-${n}`);
          fs.mkdirSync(home);
          const at = { server: server.base.origin, code: json.code, name: `bench-${n}`, home };
          const work = await agent(at, on);
          working.push(work(until.signal).catch((error) => on.failed(error)));
        }
      }),
    );
    Object.assign(polls, { answered: 0, waited: 0 });
    const cpuBefore = cpuSeconds([server.pid]);
    const latencies = [];
    const end = performance.now() + minutes * 60_000;
    for (; performance.now() < end; await pause(100)) {
      const from = performance.now();
      await call('GET', '/v1/environments');
      latencies.push(performance.now() - from);
    }
    const cpu = cpuBefore === null ? null : ((cpuSeconds([server.pid]) - cpuBefore) / (minutes * 60)) * 100;
    const after = (await memoryOf(call)).resident;
    say(
      `\n${count} agents waited for ${minutes} min: ${polls.answered} questions were answered, each after ${(polls.waited / Math.max(1, polls.answered) / 1000).toFixed(1)} s on average; failed: ${polls.failed}`,
    );
    say(
      `memory ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with them; ${cpu === null ? '–' : cpu.toFixed(1)} % of a processor`,
    );
    sayLatencies('list of environments meanwhile', latencies, 0);
    if (polls.failed > 0) process.exitCode = 1;
  } finally {
    until.abort();
    close();
    await server.end();
  }
}
