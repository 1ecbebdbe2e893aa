import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Product, startProduct } from '@/lib/api/testing/product';
import { list, object, text } from '@/lib/api/testing/responses';
import { add, deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { newId } from '@/lib/crypto';
import { watchSilence } from '@/lib/environments/health/silent-agents';
import type { JsonObject } from '@/lib/model/json';
import type { Progress } from '@/lib/model/progress/projection';
import { unitRun } from '@/lib/model/progress/unit-run';
import { unitStateOf } from '@/lib/model/progress/unit-state-of';
import { freePort } from '@/lib/testing/free-port';
import { eventually } from '@/lib/testing/patience';
import { readFacts } from './facts';
import { createAgentChild } from './testing/agent-child';
import { type AgentProcess, enrolAgent } from './testing/agent-process';
import { type RecordingProxy, startRecordingProxy } from './testing/recording-proxy';
import { clearNotes, makeSharedFolder } from './testing/shared-folder';

const PACKAGE = path.resolve('agent/testing/packages/com.example.StatusPage');
const SECRET = 'Kraken-und-Schwertfisch';
const SERVERS = ['rack1', 'rack2', 'rack3'] as const;
const HOSTS = ['page1', 'page2'];

let product: Product;
let root: Client;
let folder: string;
/** what the agents' calls pass through */
let proxy: RecordingProxy;
const agents = new Map<string, AgentProcess>();

beforeAll(async () => {
  product = await startProduct({ cloud: 'pool', catalogDirectory: catalogWith(PACKAGE) });
  root = await systemAdmin(product);
  folder = makeSharedFolder();
  proxy = await startRecordingProxy(product.url);
  for (const [index, name] of SERVERS.entries()) {
    const { code } = await root.ok('POST', '/v1/admin/enrolment-codes', { body: { tags: ['rack'] } });
    const agent = await enrolAgent({ server: proxy.url, code: text(code), name, address: `127.0.0.${index + 2}` });
    agents.set(name, agent);
    agent.start();
  }
});
afterAll(async () => {
  for (const agent of agents.values()) await agent.remove();
  await proxy?.close();
  await product?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const servers = async () => list((await root.ok('GET', '/v1/admin/servers')).servers).map(object);
const notes = () => fs.readFileSync(path.join(folder, 'notes'), 'utf8');
const noted = (line: string) =>
  notes()
    .split('\n')
    .filter((one) => one === line).length;

function statusPage(port: number, image: string): JsonObject {
  return {
    '?': { id: newId(), type: 'com.example.StatusPage' },
    name: 'pages',
    port,
    password: SECRET,
    notes: path.join(folder, 'notes'),
    gate: path.join(folder, 'gate'),
    servers: HOSTS.map((host) => ({
      '?': { id: newId(), type: 'io.murano.resources.LinuxMuranoInstance' },
      name: host,
      image,
      flavor: 'm1.small',
    })),
  };
}

/** A browser of this machine, as the stories have one; the page is fetched where there is none. */
const BROWSER = [process.env.VETRO_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (file) => file !== undefined && fs.existsSync(file),
);

/** What a page shows to whoever opens it. */
async function openPage(url: string): Promise<string> {
  if (BROWSER === undefined) return (await fetch(url)).text();
  const quietly = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${path.join(folder, 'browser')}`];
  const { stdout } = await promisify(execFile)(BROWSER, [...quietly, '--dump-dom', url]);
  return stdout;
}

/** The address by which others reach a server. */
const addressOf = (server: JsonObject | undefined) => (server?.addresses as string[] | undefined)?.[0];

/** Every line that the log of an environment has. */
async function logOf(at: string): Promise<string[]> {
  const rows = await product.db.event.findMany({
    where: { environmentId: at.split('/').at(-1) },
    orderBy: { seq: 'asc' },
  });
  return rows.map(({ text: line }) => line);
}

/** As if the agent of a server had enrolled an hour ago, and been silent for a minute. */
const silence = (id: string) => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
  return product.db.poolServer.update({ where: { id }, data: { enrolledAt: ago(3600), lastSeenAt: ago(60) } });
};

/** A machine as the page of a run that goes on shows it, and the drawing, to a reader. */
async function unitOfRun(at: string, host: string) {
  const { active_deployment_id: runId } = await product.reader.ok('GET', at);
  const progress = (await product.reader.ok('GET', `${at}/runs/${text(runId)}/progress`)) as unknown as Progress;
  const run = progress.deployments[text(runId)];
  const unitId = Object.values(run?.effects ?? {}).find((effect) => effect.host === host)?.unitId;
  if (!run || !unitId) throw new Error(`nothing of ${host} in the run`);
  const own = unitRun(run, unitId, host);
  const state = unitStateOf({ asked: true, complete: false, deployment: run, run: own, machine: own.machine });
  return { sentence: own.sentence?.text, level: own.sentence?.level, state };
}

describe('three servers that somebody has', () => {
  it('appear with what they are, free, and nobody else enrols with their codes', async () => {
    const found = await servers();
    expect(found.map(({ name, state, tags }) => [name, state, tags])).toEqual(
      SERVERS.map((name) => [name, 'free', ['rack']]),
    );
    const { systemTitle, cores } = readFacts(null);
    expect(found[0]).toMatchObject({ system: 'linux', system_title: systemTitle, cores, machine: null });
    expect(addressOf(found[1])).toBe('127.0.0.3');
    expect((await root.ok('GET', '/v1/admin/servers')).codes).toEqual([]);
  });

  it('become machines of a package whose service is real; one agent dies in the middle of a plan and comes back', async () => {
    const { member } = product;
    const port = await freePort();
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, statusPage(port, readFacts(null).systemName));
    // which servers, and so which addresses, is decided when they are taken: what is planned knows as much as happens
    const planned = await member.ok('GET', `${at}/sessions/${session}/preview`);
    expect(planned).toMatchObject({ complete: true, problems: [] });
    expect((planned.steps as JsonObject[]).map(({ effect, host }) => host ?? effect)).toEqual([
      ...['stack.update', 'stack.update', ...HOSTS],
    ]);
    await deploy(member, at, session);

    await eventually('the line that both machines print while they install', async () => {
      const lines = await logOf(at);
      return HOSTS.every((host) => lines.includes(`${host}: Unpacking the page of ${host}`));
    });
    const taken = (await servers()).filter(({ state }) => state === 'taken');
    expect(taken.map(({ machine }) => object(machine).host).sort()).toEqual(HOSTS);
    const first = taken.find(({ machine }) => object(machine).host === 'page1');
    const agent = agents.get(text(first?.name)) as AgentProcess;
    await agent.kill();
    await silence(text(first?.id));
    const watch = () => watchSilence({ db: product.db, cloud: product.container.cloud });
    await watch();
    await watch();
    // members and readers see it on the page of the run and in the drawing, with what to do
    const { sentence, level, state } = await unitOfRun(at, 'page1');
    expect([state, level]).toEqual(['attention', 'warning']);
    expect(sentence).toMatch(/^The agent on page1 is silent in the middle of a step\. .* start the agent there/);
    expect((await unitOfRun(at, 'page2')).state).toBe('running');
    const silences = async () => (await logOf(at)).filter((line) => line.includes('is silent in the middle')).length;
    expect(await silences()).toBe(1);
    agent.start();
    await eventually('the interrupted command, begun anew', () => noted('page1 installing') === 2);
    await eventually('that the agent is heard of again', async () => {
      await watch();
      return (await unitOfRun(at, 'page1')).sentence === 'page1 is back and goes on with its step.';
    });
    expect((await unitOfRun(at, 'page1')).state).toBe('running');
    expect(await silences()).toBe(1);
    fs.writeFileSync(path.join(folder, 'gate'), '');

    expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 1 });
    for (const host of HOSTS) {
      // What was over is not done again, and what was interrupted ends once.
      expect([noted(`${host} prepared`), noted(`${host} installed`), noted(`${host} started`)]).toEqual([1, 1, 1]);
    }
    expect(noted('page2 installing')).toBe(1);
    // each has fetched what it was to know, once for each time that it was given its plan; nobody else could have read it
    const fetched = proxy.paths().filter((called) => called.endsWith('/secrets'));
    expect([new Set(fetched).size, fetched.length]).toEqual([2, 3]);
    expect(proxy.answers()).toContain('$secretReference');
    expect(proxy.answers()).not.toContain(SECRET);
    for (const server of taken) {
      const url = `http://${addressOf(server)}:${port}/`;
      await eventually('the page', () => fetch(url).catch(() => null));
      expect(await openPage(url)).toContain(`${SECRET} from ${text(object(server.machine).host)}`);
    }
    const [third] = (await servers()).filter(({ state }) => state === 'free');
    const untouched = agents.get(text(third?.name)) as AgentProcess;
    expect(fs.existsSync(path.join(untouched.home, 'machines'))).toBe(false);
    expect(untouched.log()).not.toContain('Plan');

    await member.ok('DELETE', at);
    await settled(member, at);
    await eventually('all servers to be free again', async () =>
      (await servers()).every(({ state }) => state === 'free'),
    );
    for (const server of taken) {
      const { home } = agents.get(text(server.name)) as AgentProcess;
      expect(fs.readdirSync(path.join(home, 'machines'))).toEqual([]);
      await expect(fetch(`http://${addressOf(server)}:${port}/`)).rejects.toThrow();
    }
  });

  it('have an identity that works in one place: a copy is refused, and shut out once it is renewed', async () => {
    const own = agents.get('rack3');
    if (!own) throw new Error('no agent');
    const rack3 = async () => (await servers()).find(({ name }) => name === 'rack3');
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-copied-'));
    fs.cpSync(own.home, home, { recursive: true });
    const copy = createAgentChild(home, () => ({}));
    copy.start();
    await eventually('the copy to be refused', () => copy.log().includes('Another process of this server'));
    await eventually('administrators to see it', async () => (await rack3())?.second_agent !== null);
    expect(await rack3()).toMatchObject({ state: 'free', second_agent: { contested: false } });
    const { code } = await root.ok('POST', `/v1/admin/servers/${text((await rack3())?.id)}/enrolment-code`, {
      body: {},
    });
    await own.kill();
    await own.enrol({ server: product.url, code: text(code), address: '127.0.0.4' });
    own.start();
    await eventually('the copy to be unknown', () => copy.log().includes('not signed with the key'));
    await eventually('the renewed agent to be answered', async () => (await rack3())?.second_agent === null);
    expect(await rack3()).toMatchObject({ state: 'free' });
    await copy.kill();
    fs.rmSync(home, { recursive: true, force: true });
  });

  it('are free again though their environment is deleted in the middle of a step that would not end', async () => {
    const { member } = product;
    fs.rmSync(path.join(folder, 'gate'), { force: true });
    clearNotes(folder);
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, statusPage(await freePort(), readFacts(null).systemName));
    await deploy(member, at, session);
    await eventually('the step on both machines', () => HOSTS.every((host) => noted(`${host} installing`) === 1));
    await member.ok('DELETE', at);
    expect(await settled(member, at)).toBeNull();
    await eventually('all servers to be free again', async () =>
      (await servers()).every(({ state }) => state === 'free'),
    );
    for (const { home } of agents.values()) {
      const machines = path.join(home, 'machines');
      expect(fs.existsSync(machines) ? fs.readdirSync(machines) : []).toEqual([]);
      expect(fs.readdirSync(path.join(home, 'journal')).filter((name) => name.startsWith('plan-'))).toEqual([]);
    }
    expect(HOSTS.map((host) => noted(`${host} installed`))).toEqual([0, 0]);
  });
});
