import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Product, startProduct } from '@/lib/api/testing/product';
import { list, object, text } from '@/lib/api/testing/responses';
import { add, deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { newId } from '@/lib/crypto';
import { programDigest } from '@/lib/formats/agent-channel/releases';
import type { JsonObject } from '@/lib/model/json';
import { eventually } from '@/lib/testing/patience';
import { onDriveC } from '../../scripts/windows/machine.mjs';
import { AGENT_PROGRAM } from './agent-child';
import { freshWindows, type WindowsMachine } from './windows-machine';

const PACKAGE = path.resolve('agent/testing/packages/com.example.WindowsNotes');
const STEPS = [1, 2, 3, 4, 5];
const WORD = 'Kraken "und\' %Schwertfisch% $ü';
const NOTES = onDriveC('VetroNotes');
const RUNNING_PROGRAM = 'ping -n 3600';
/** How often an update is made due anew. */
const ORDER_AGAIN_MS = 1_000;

let product: Product;
let root: Client;
let windows: WindowsMachine;
let folder: string;
/** what the server gives to agents; a test changes it */
let given: string;
/** how often the agent was started */
let start = 0;
/** the environment of the walk */
let at: string;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-windows-'));
  given = path.join(folder, 'given.mjs');
  fs.copyFileSync(AGENT_PROGRAM, given);
  product = await startProduct({ cloud: 'pool', catalogDirectory: catalogWith(PACKAGE), agents: { program: given } });
  product.container.config.baseUrl = product.url;
  root = await systemAdmin(product);
  windows = freshWindows();
});
afterAll(async () => {
  windows?.end();
  await product?.close();
  fs.rmSync(folder, { recursive: true, force: true });
  fs.rmSync(NOTES, { recursive: true, force: true });
});

const serverOf = async () => list((await root.ok('GET', '/v1/admin/servers')).servers)[0];
const until = (what: string, holds: (server: JsonObject) => boolean) =>
  eventually(`the server to be ${what}`, async () => {
    const server = await serverOf();
    return server !== undefined && holds(server) && server;
  });
const notes = () => {
  const file = path.join(NOTES, 'notes');
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split(/\r?\n/) : [];
};
const begun = (step: number) => eventually(`step ${step}`, () => notes().includes(`begins ${step} at ${start}`));
const goOn = (step: number) => fs.writeFileSync(path.join(NOTES, `go-${step}`), '');
const journal = () => fs.readdirSync(path.join(windows.home, 'journal'));
/** What plans of a machine have brought. */
const machines = () => fs.readdirSync(path.join(windows.home, 'machines'));

/** Kills the agent and starts it again. What it has running goes on until the next start has ended it. */
async function dies(): Promise<void> {
  const running = windows.sessions();
  await windows.killAgent();
  start += 1;
  await windows.startAgent(start);
  await eventually('the end of what the killed agent had running', () => {
    const now = windows.sessions();
    return running.every((pid) => !now.includes(pid));
  });
}

/** Every line that the log of an environment has. */
async function logOf(environment: string): Promise<string[]> {
  const environmentId = environment.split('/').at(-1);
  return (await product.db.event.findMany({ where: { environmentId }, orderBy: { seq: 'asc' } })).map(
    (row) => row.text,
  );
}

/** Begins to deploy notes on the server, as a member of a tenant. */
async function begin(client: Client): Promise<string> {
  fs.rmSync(NOTES, { recursive: true, force: true });
  fs.mkdirSync(NOTES);
  const server = await serverOf();
  const offered = list((await client.ok('GET', '/v1/offer')).images);
  const image = text(offered.find(({ title }) => title === server?.system_title)?.name);
  const { at: environment } = await newEnvironment(client);
  const session = await open(client, environment);
  await add(client, environment, session, {
    '?': { id: newId(), type: 'com.example.WindowsNotes' },
    name: 'notes',
    word: WORD,
    folder: 'C:\\VetroNotes',
    server: {
      '?': { id: newId(), type: 'io.murano.resources.WindowsInstance' },
      name: 'notes1',
      image,
      flavor: 'm1.small',
    },
  });
  await deploy(client, environment, session);
  return environment;
}

/** Waits until the notes are deployed, and looks at what that has made. */
async function expectDeployed(client: Client, environment: string): Promise<void> {
  for (const step of STEPS) await eventually(`the end of step ${step}`, () => notes().includes(`ends ${step}`));
  expect(await settled(client, environment)).toMatchObject({ status: 'ready', version: 1 });
  const [service] = list((await client.call('GET', `${environment}/services`)).json);
  expect(service?.answer).toBe('ü on Win32NT, the system is NT AUTHORITY\\SYSTEM');
  expect(await windows.run(['reg.exe', 'query', 'HKLM\\SOFTWARE\\Vetro', '/v', 'Word'])).toContain('Schwertfisch% $');
  const lines = await logOf(environment);
  expect(lines).toContain('notes1: Schritt 5 läuft');
  expect(lines).toContain('notes1: Warning: A program goes on.');
  expect(lines.filter((line) => /CLIXML|<Objs|Schwertfisch/.test(line))).toEqual([]);
  // Each step has taken effect once, in order.
  expect(notes().filter((line) => line.startsWith('ends'))).toEqual(STEPS.map((step) => `ends ${step}`));
  // cmd.exe, and what it has started: of one call, however often it was begun
  expect(windows.processes(RUNNING_PROGRAM)).toHaveLength(2);
}

/** Waits until the server is free, and looks at what is on it of its last machine: nothing that the agent has brought. */
async function expectFree(): Promise<void> {
  await until('free', ({ state }) => state === 'free');
  expect([windows.processes(RUNNING_PROGRAM), windows.sessions(), machines(), journal()]).toEqual([
    ...[[], [], []],
    ['server.sealed'],
  ]);
  const files = fs.readdirSync(windows.home, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  for (const file of files)
    expect(fs.readFileSync(path.join(file.parentPath, file.name)).includes('Schwertfisch'), file.name).toBe(false);
}

describe('an agent on Windows', () => {
  it('is installed by the line of the dashboard as a task of the system, enrols, and asks for work', async () => {
    const { windows: line } = await root.ok('POST', '/v1/admin/enrolment-codes', { body: { tags: ['wine'] } });
    expect(await windows.type(`$env:START = 0; ${text(line)} -Name box -Address 127.0.0.9`)).toContain(
      'The agent runs.',
    );
    const server = await until('installed', ({ agent_program: program }) => program === 'current');
    expect(server).toMatchObject({ name: 'box', system: 'windows', state: 'free', tags: ['wine'] });
  });

  it('begins to carry out a plan', async () => {
    at = await begin(product.member);
    await begun(1);
  });

  describe.each(STEPS)('killed about step %i', (step) => {
    it('in its middle, ends what it had running and begins the step anew', async () => {
      await begun(step);
      await dies();
      await begun(step);
    });

    it('once the server knows its end, goes on with what comes after', async () => {
      goOn(step);
      await eventually(`the end of step ${step}`, async () => {
        const plan = await product.db.cloudPlan.findFirst({ orderBy: { queuedAt: 'desc' } });
        return plan !== null && plan.position >= step;
      });
      await dies();
    });
  });

  it('has carried out the plan: what the package promises is there, each step took effect once', async () => {
    for (const step of STEPS) goOn(step);
    await expectDeployed(product.member, at);
  });

  it('is given back with nothing left of the machine, though a program was running in its folder', async () => {
    await product.member.ok('DELETE', at);
    expect(await settled(product.member, at)).toBeNull();
    await expectFree();
  });

  it('is given back in the middle of a step that would not end by itself', async () => {
    at = await begin(product.member);
    await begun(1);
    await product.member.ok('DELETE', at);
    expect(await settled(product.member, at)).toBeNull();
    await expectFree();
    expect(notes()).toEqual([`begins 1 at ${start}`]);
  });

  it('is updated to a new program, which also a further start begins with', async () => {
    fs.appendFileSync(given, '\n// the next one');
    const digest = programDigest(fs.readFileSync(given));
    const isNext = ({ agent_program: program, agent_version: version }: JsonObject) =>
      program === 'current' && version === `1+${digest.slice(0, 8)}`;
    await until('updated', isNext);
    // The server has heard of it, and the agent of the server's answer.
    await eventually('the agent to keep it', () => windows.log().includes('The agent is updated to'));
    await dies();
    expect(windows.processes(`${digest}.mjs`).length).toBeGreaterThan(0);
  });

  it('goes on as it is where a newer program does not start', async () => {
    const { agent_version: version, id } = (await serverOf()) ?? {};
    fs.writeFileSync(given, "throw new Error('built with a fault');\n");
    // As if the last update was some time ago. A poll that was read before this may write the earlier moment once more.
    const digest = programDigest(fs.readFileSync(given));
    await eventually(
      'the update to be ordered',
      async () => {
        const { agentUpdate: known } = await product.db.poolServer.findUniqueOrThrow({ where: { id: text(id) } });
        const agentUpdate = object(known as JsonObject);
        if (agentUpdate.ordered === digest || agentUpdate.refused === digest) return true;
        const orderedAt = new Date(0).toISOString();
        await product.db.poolServer.update({
          where: { id: text(id) },
          data: { agentUpdate: { ...agentUpdate, orderedAt } },
        });
        return false;
      },
      ORDER_AGAIN_MS,
    );
    const server = await until('back', ({ agent_program: program }) => program === 'failed');
    expect(server.agent_version).toBe(version);
    expect(windows.log()).toContain('built with a fault');
    expect(windows.log()).toContain('the one before goes on');
  });

  it('is used by the next tenant, and given back', async () => {
    const next = product.stranger;
    at = await begin(next);
    for (const step of STEPS) goOn(step);
    await expectDeployed(next, at);
    expect(notes()).toEqual(STEPS.flatMap((step) => [`begins ${step} at ${start}`, `ends ${step}`]));
    await next.ok('DELETE', at);
    expect(await settled(next, at)).toBeNull();
    await expectFree();
  });
});
