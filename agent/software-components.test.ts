import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from '@/lib/api/testing/product';
import { list, object, text } from '@/lib/api/testing/responses';
import { softwareStepsOfLastRun } from '@/lib/api/testing/software-of-last-run';
import { add, deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { newId } from '@/lib/crypto';
import { isObject, type JsonObject } from '@/lib/model/json';
import { MASK } from '@/lib/model/secret';
import { eventually } from '@/lib/testing/patience';
import { readFacts } from './facts';
import { type AgentProcess, enrolAgent } from './testing/agent-process';
import { makeSharedFolder } from './testing/shared-folder';

const PACKAGE = path.resolve('agent/testing/packages/com.example.AppServers');
const HOSTS = ['app1', 'app2', 'app3'];
const SECRET = 'Kraken-und-Schwertfisch';

let product: Product;
let folder: string;
const agents: AgentProcess[] = [];

beforeAll(async () => {
  product = await startProduct({ cloud: 'pool', catalogDirectory: catalogWith(PACKAGE) });
  const root = await systemAdmin(product);
  folder = makeSharedFolder();
  for (const [index, name] of ['rack1', 'rack2', 'rack3'].entries()) {
    const { code } = await root.ok('POST', '/v1/admin/enrolment-codes', { body: { tags: [] } });
    const agent = await enrolAgent({ server: product.url, code: text(code), name, address: `127.0.0.${index + 2}` });
    agents.push(agent);
    agent.start();
  }
});
afterAll(async () => {
  for (const agent of agents) await agent.remove();
  await product?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The component of OpenStack's specification, word for word, on three machines. */
function appServers(httpPort: number): JsonObject {
  return {
    '?': { id: newId(), type: 'com.example.AppServers' },
    name: 'shop',
    httpPort,
    password: SECRET,
    notes: path.join(folder, 'notes'),
    servers: HOSTS.map((host) => ({
      '?': { id: newId(), type: 'io.murano.resources.LinuxMuranoInstance' },
      name: host,
      image: readFacts(null).systemName,
      flavor: 'm1.small',
    })),
  };
}

const notes = () => {
  const lines = fs.readFileSync(path.join(folder, 'notes'), 'utf8').split('\n');
  return lines.filter((line) => line !== '');
};

/** What machines noted since the last time that this was asked, in an order of its own. */
let noted = 0;
function newNotes(): string[] {
  const all = notes();
  const fresh = all.slice(noted).sort();
  noted = all.length;
  return fresh;
}

const softwareOfLastRun = (at: string) => softwareStepsOfLastRun(product.db, at.split('/').at(-1) ?? '');

const titles = (prefix: string, action: string) => HOSTS.map((host) => `${prefix}-${host}: ${action}`);

describe('the software component of the specification on three servers that somebody has', () => {
  let at = '';
  let serviceId = '';

  it('is created: each deployment is a step of the run with action, tool, output, exit code and outputs', async () => {
    const { member } = product;
    ({ at } = await newEnvironment(member));
    const session = await open(member, at);
    serviceId = text(object((await add(member, at, session, appServers(8080)))['?']).id);
    const run = await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 1 });
    expect(newNotes()).toEqual(HOSTS.map((host) => `appserver-${host} CREATE 8080`));

    const steps = await softwareOfLastRun(at);
    expect(Object.keys(steps).sort()).toEqual([...titles('appserver', 'CREATE'), ...titles('checks', 'CREATE')]);
    expect(steps['appserver-app2: CREATE']).toMatchObject({
      ...{ host: 'app2', entity: 'unit', outcome: 'ok', 'effect.started': true, 'effect.finished': true },
      software: {
        ...{ deployment: 'appserver-app2', action: 'CREATE', tool: 'script', exitCode: 0, stderr: '' },
        stdout: `installing for ${MASK}\n`,
        outputs: { admin_url: 'http://localhost:8443/admin', root_url: 'http://localhost:8080/' },
      },
    });
    expect(steps['checks-app1: CREATE']).toMatchObject({
      outcome: 'ok',
      software: { tool: 'plan', exitCode: 0, stdout: 'checked notes', outputs: { stdout: 'checked notes' } },
    });
    // members see the same in the picture of the run, with what the tool printed as lines of its step
    const progress = await member.ok('GET', `${at}/runs/${run}/progress`);
    const effects = Object.values(object(object(object(progress.deployments)[run]).effects)).map(object);
    const shown = effects.find(({ title }) => title === 'appserver-app2: CREATE');
    expect(shown).toMatchObject({ kind: 'software', host: 'app2', outcome: 'ok', unitId: expect.any(String) });
    const lines = await product.db.event.findMany({ where: { runId: run, kind: 'output.printed' } });
    const printed = lines.filter(({ data }) => isObject(data) && data.effectId === shown?.id);
    expect(printed.map((line) => line.text)).toEqual([`app2: installing for ${MASK}`]);
    const service = object((await member.call('GET', `${at}/services/${serviceId}`)).json);
    expect(service.adminUrls).toEqual(
      Object.fromEntries(HOSTS.map((host) => [`appserver-${host}`, 'http://localhost:8443/admin'])),
    );
  });

  it('is updated in place by the config for that', async () => {
    const { member } = product;
    const session = await open(member, at);
    await member.ok('PUT', `${at}/services/${serviceId}/httpPort`, { session, body: 9090 as never });
    await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 2 });
    expect(newNotes()).toEqual(HOSTS.map((host) => `appserver-${host} UPDATE 9090`));
    const steps = await softwareOfLastRun(at);
    expect(Object.keys(steps).sort()).toEqual(titles('appserver', 'UPDATE'));
    expect(steps['appserver-app1: UPDATE']).toMatchObject({
      software: { exitCode: 0, outputs: { root_url: 'http://localhost:9090/' } },
    });
  });

  it('that fails to drain says so at its machine, and nothing counts as suspended', async () => {
    const { member } = product;
    fs.writeFileSync(path.join(folder, 'notes.sessions'), '');
    const body = { workflow: 'suspend' };
    const { execution_id: id } = await member.ok('POST', `${at}/executions`, { body });
    await settled(member, at);
    const { run } = await member.ok('GET', `${at}/executions/${text(id)}`);
    expect(run).toMatchObject({ state: 'completed_w_errors' });
    // of the others one knows only that they were given up, unless they had failed by then
    const steps = Object.values(await softwareOfLastRun(at));
    expect(steps.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
    const failed = steps.find(({ software }) => object(software).exitCode === 3);
    expect(failed).toMatchObject({ problem: { code: 'software_failed' } });
    expect(text(object(failed?.problem).sentence)).toMatch(
      /^appserver-app\d: SUSPEND failed on app\d: sessions are still open/,
    );
    // what others were at when one failed comes to its end, too, and counts as little
    await eventually('all three to have tried', () => notes().length === noted + HOSTS.length);
    newNotes();
    fs.rmSync(path.join(folder, 'notes.sessions'));
  });

  it('is suspended and resumed, while the servers stay on', async () => {
    const { member } = product;
    await member.ok('POST', `${at}/executions`, { body: { workflow: 'suspend' } });
    const suspended = await settled(member, at);
    expect(newNotes()).toEqual(HOSTS.map((host) => `appserver-${host} SUSPEND 9090`));
    expect(Object.keys(await softwareOfLastRun(at)).sort()).toEqual(titles('appserver', 'SUSPEND'));
    const states = (environment: JsonObject | null) =>
      list(environment?.services)
        .flatMap(({ units }) => list(units))
        .map(({ state }) => object(object(state).lifecycle).state);
    expect(states(suspended)).toEqual(['suspended', 'suspended', 'suspended']);

    await member.ok('POST', `${at}/executions`, { body: { workflow: 'wake' } });
    expect(states(await settled(member, at))).toEqual(['started', 'started', 'started']);
    // the component of the specification has no config for that, the one beside it has
    expect(newNotes()).toEqual(HOSTS.map((host) => `checks-${host} RESUME`));
    expect(Object.keys(await softwareOfLastRun(at)).sort()).toEqual(titles('checks', 'RESUME'));
  });

  it('is deleted while its machines are there, and they are free again', async () => {
    const { member } = product;
    await member.ok('DELETE', at);
    expect(await settled(member, at)).toBeNull();
    expect(newNotes()).toEqual(HOSTS.map((host) => `checks-${host} DELETE`));
    const steps = await softwareOfLastRun(at);
    expect(Object.keys(steps).sort()).toEqual(titles('checks', 'DELETE'));
    expect(steps['checks-app3: DELETE']).toMatchObject({
      ...{ outcome: 'ok', entity: 'unit', host: 'app3' },
      software: { tool: 'script', exitCode: 0 },
    });
    await eventually('all servers to be free again', async () => {
      const servers = await product.db.poolServer.findMany();
      return servers.every(({ machineId, cleansUp }) => machineId === null && cleansUp === null);
    });
    expect(agents.map(({ home }) => fs.readdirSync(path.join(home, 'machines')))).toEqual([[], [], []]);
  });
});
