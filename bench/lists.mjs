// npm run bench -- lists: what lists and large documents cost in an installation of 2,000 environments: each list as the
// dashboard asks for it, and how long everybody else waits while the largest allowed document is taken.
//   --environments N  how many there are (2000)
//   --repeats N       requests a row (40)
import os from 'node:os';
import { ensureBuild, say } from '../scripts/setup.mjs';
import { row } from './figures.mjs';
import { fillEnvironments, webServer } from './installation.mjs';
import { client } from './load.mjs';
import { ownServer } from './own-server.mjs';

const AIM = { listMs: 20, blockedMs: 200 };
const MAX_SERVICES = 500;
/** The longest that the probe had to wait while something else was done. */
async function blocked(call, work) {
  let over = false;
  let longest = 0;
  const probing = (async () => {
    while (!over) {
      const from = performance.now();
      await call('GET', '/healthz');
      longest = Math.max(longest, performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  const from = performance.now();
  const answer = await work();
  const took = performance.now() - from;
  over = true;
  await probing;
  return { answer, took, longest };
}

async function large(call, probe) {
  const { id } = (await call('POST', '/v1/environments', { body: { name: 'Large' } })).json;
  const at = `/v1/environments/${id}`;
  const session = (await call('POST', `${at}/configure`)).json.id;
  const headers = { 'x-configuration-session': session };
  const body = Array.from({ length: MAX_SERVICES }, (_, n) => webServer(n));
  const document = { format: 'VetroEnvironment/1.0', name: 'Imported', services: body };
  const rows = [
    [
      '1,600 services, which is too many',
      400,
      () => call('POST', `${at}/services`, { headers, body: [...body, ...body, ...body, ...body].slice(0, 1600) }),
    ],
    [`${MAX_SERVICES} services in one list`, 200, () => call('POST', `${at}/services`, { headers, body })],
    ['reading them', 200, () => call('GET', at, { headers })],
    ['what the draft changes, and what stands against it', 200, () => call('GET', `${at}/sessions/${session}/diff`)],
    ['changing one of them', 200, () => call('PUT', `${at}/services/0`, { headers, body: { name: 'other' } })],
    ['checking a file of as many', 200, () => call('POST', '/v1/environments/import/check', { body: { document } })],
  ];
  for (const [what, status, work] of rows) {
    const { answer, took, longest } = await blocked(probe, work);
    const wrong = answer.status === status ? '' : `  answered ${answer.status}: ${answer.text.slice(0, 200)}`;
    say(
      `${what.padEnd(50)} ${took.toFixed(0).padStart(5)} ms; /healthz waited at most ${longest.toFixed(0).padStart(4)} ms  (aim: ${AIM.blockedMs} ms)${wrong}`,
    );
    if (wrong || longest > AIM.blockedMs) process.exitCode = 1;
  }
}

/** Runs the benchmark with the arguments after its name. */
export async function main(args) {
  const value = (flag, usual) => (args.includes(flag) ? Number(args[args.indexOf(flag) + 1]) : usual);
  const [count, repeats] = [value('--environments', 2000), value('--repeats', 40)];
  await ensureBuild();
  const server = await ownServer();
  try {
    await fillEnvironments(server.databaseUrl, count);
    const { base } = server;
    const token = await server.token();
    const { call, close } = client({ base, token, connections: 4 });
    const probe = client({ base, token, connections: 1 });
    say(`${count} environments; load before: ${os.loadavg()[0].toFixed(2)}`);
    const list = '/v1/environments?limit=50&with_count=true&sort_dir=desc&order_by=updated';
    const rows = [
      ['list: first page, as the dashboard asks', list, AIM.listMs],
      ['list: by name', '/v1/environments?limit=50&with_count=true&order_by=name', AIM.listMs],
      ['list: searched', `${list}&search=accounting`, AIM.listMs],
      ['list: what needs somebody', `${list}&group=waiting`, AIM.listMs],
      ['home page', '/v1/environments/summary', AIM.listMs],
      [
        'palette: what was typed',
        (n) => `/v1/environments?limit=20&order_by=updated&sort_dir=desc&search=shop%20${(n + 9) % 10}`,
        AIM.listMs,
      ],
      ['list: all that fit, as Murano v0.2 asks', '/v1/environments', 0],
      ['administration: first page of the overview', '/v1/admin/overview?limit=50', 0],
    ];
    for (const [what, address, aim] of rows) await row(call, what, address, repeats, aim);
    const marker = (await call('GET', list)).json.next_marker;
    await row(call, 'list: the page after it', `${list}&marker=${marker}`, repeats, AIM.listMs);
    await large(call, probe.call);
    close();
    probe.close();
  } finally {
    await server.end();
  }
}
