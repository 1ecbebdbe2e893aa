import { beforeAll, describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, webServer } from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { createEventSink } from '@/lib/db/event-sink';
import type { JsonObject } from '@/lib/model/json';
import { eventually } from '@/lib/testing/patience';

/** Deploying, its reports, its failures, and the end of an environment, through the HTTP API. */

const product = productForTests();

const texts = (reports: unknown) => list(reports as never).map((report) => text(report.text));

/** Machines of an environment that exist in the cloud. */
const machines = (environmentId: string) =>
  product.db.cloudMachine.count({ where: { deletedAt: null, queue: { startsWith: `e${environmentId}` } } });
const stacks = (environmentId: string) =>
  product.db.cloudStack.count({ where: { deletedAt: null, name: `e${environmentId}` } });

async function startDeployment(services: JsonObject[]) {
  const { member } = product;
  const environment = await newEnvironment(member);
  const session = await open(member, environment.at);
  await member.ok('POST', `${environment.at}/services`, { session, body: services });
  return { ...environment, session, deployment: await deploy(member, environment.at, session) };
}

/** Resolves once the running deployment has told of something. */
async function eventAppended(environmentId: string, kind: string): Promise<void> {
  await eventually(`an event ${kind}`, () => product.db.event.findFirst({ where: { environmentId, kind } }));
}

describe('what may be deployed', () => {
  test('scenario 30, rough edge 7: a web server in a domain that nobody provides is refused with that domain named and what to add', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer({ domain: 'nowhere.local' }));
    const answer = await member.call('POST', `${at}/sessions/${session}/deploy`);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'environment_not_deployable']);
    expect(object(answer.json).fields).toMatchObject([
      {
        path: 'services.0.domain',
        code: 'domain_not_provided',
        sentence: expect.stringMatching(/nowhere\.local.*Add an Active Directory service/),
      },
    ]);
    expect(await member.ok('GET', at)).toMatchObject({ status: 'pending', version: 0 });
    const { problems } = await member.ok('GET', `${at}/sessions/${session}/diff`);
    expect(problems).toEqual(object(answer.json).fields);
    await add(member, at, session, activeDirectory({ domain: 'nowhere.local' }));
    expect((await member.call('POST', `${at}/sessions/${session}/deploy`)).status).toBe(200);
    expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 1 });
  });

  test('more machines than the quota leaves are refused before anything is made', async () => {
    const { member } = product;
    const { at, id } = await newEnvironment(member);
    const session = await open(member, at);
    const units = Array.from({ length: 30 }, (_, i) => ({ isMaster: i === 0, recoveryPassword: 'R3covery-One!' }));
    await add(member, at, session, activeDirectory({ units }));
    const answer = await member.call('POST', `${at}/sessions/${session}/deploy`);
    expect(answer.status).toBe(400);
    expect(list(object(answer.json).fields).map((field) => field.code)).toContain('over_quota');
    expect(await stacks(id)).toBe(0);
    await member.ok('DELETE', `${at}/sessions/${session}`);
  });
});

describe('a finished deployment', () => {
  let at = '';
  let id = '';
  let deployment = '';
  let services: JsonObject[] = [];
  beforeAll(async () => {
    const { member } = product;
    ({ at, id } = await deployed(member, [
      activeDirectory({ domain: 'fin.local' }),
      webServer({ domain: 'fin.local' }),
    ]));
    deployment = text(list((await member.ok('GET', `${at}/deployments`)).deployments)[0]?.id);
    services = list((await member.call('GET', `${at}/services`)).json);
  });

  test('scenario 29: makes a domain and a web server in it, all green, with a link that opens', async () => {
    expect(await product.member.ok('GET', at)).toMatchObject({
      status: 'ready',
      version: 1,
      active_deployment_id: null,
    });
    expect(services).toMatchObject([
      { type: 'activeDirectory', status: 'ready' },
      { type: 'webServer', status: 'ready', domain: 'fin.local', units: [{ state: { domain: 'fin.local' } }] },
    ]);
    expect(text(services[1]?.uri)).toMatch(/^http/);
  });

  test("is listed newest first, with Murano's states and the document asked for, secrets masked", async () => {
    const { member } = product;
    await deploy(member, at, await open(member, at));
    await settled(member, at);
    const listed = list((await member.ok('GET', `${at}/deployments`)).deployments);
    expect(listed).toHaveLength(2);
    expect(listed[1]).toMatchObject({
      id: deployment,
      environment_id: id,
      kind: 'deploy',
      state: 'success',
      outcome: 'success',
      user_name: 'max',
      problem: null,
      started: expect.stringMatching(/Z$/),
      finished: expect.stringMatching(/Z$/),
      description: { services: [{ type: 'activeDirectory', adminPassword: '*** SANITIZED ***' }, {}] },
    });
    expect(text(listed[0]?.created) > text(listed[1]?.created)).toBe(true);
    expect(texts((await member.ok('GET', `${at}/deployments/${text(listed[0]?.id)}`)).reports)).toEqual([
      'Deployment scheduled',
      'Deployment finished',
    ]);
  });

  test('scenario 14: reports are filtered by one or several services and what is nested in them, in order', async () => {
    const { member } = product;
    const all = list((await member.ok('GET', `${at}/deployments/${deployment}`)).reports);
    expect(texts(all).at(0)).toBe('Deployment scheduled');
    expect(texts(all).at(-1)).toBe('Deployment finished');
    const idsOf = (service: JsonObject | undefined) => [service?.id, ...list(service?.units).map((unit) => unit.id)];
    const of = (ids: unknown[]) => all.filter((report) => ids.includes(report.entity_id));
    const [dc, web] = services;
    const ask = async (query: string) => (await member.ok('GET', `${at}/deployments/${deployment}?${query}`)).reports;
    expect(of(idsOf(web)).length).toBeGreaterThan(0);
    expect(await ask(`service_id=${text(web?.id)}`)).toEqual(of(idsOf(web)));
    expect(await ask(`service_id=${text(web?.id)}&service_id=${text(dc?.id)}`)).toEqual(
      of([...idsOf(dc), ...idsOf(web)]),
    );
    expect(await ask(`service_id=${'0'.repeat(32)}`)).toEqual([]);
  });

  test('the newest report on each service is its last status', async () => {
    const { lastStatuses } = await product.member.ok('GET', `${at}/lastStatus`);
    const [dc, web] = services;
    expect(Object.keys(object(lastStatuses)).sort()).toEqual([text(dc?.id), text(web?.id)].sort());
    for (const report of Object.values(object(lastStatuses))) {
      expect(report).toMatchObject({ level: 'info', text: expect.any(String) });
    }
    const session = await open(product.member, at);
    const drafted = await add(product.member, at, session, webServer({ name: 'later' }));
    const inDraft = await product.member.ok('GET', `${at}/lastStatus`, { session });
    expect(object(inDraft.lastStatuses)[text(drafted.id)]).toBe(null);
    await product.member.ok('DELETE', `${at}/sessions/${session}`);
  });

  test('belongs to its environment: elsewhere it is not found, and it cannot be cancelled any more', async () => {
    const { member } = product;
    const other = await newEnvironment(member);
    for (const path of [`${other.at}/deployments/${deployment}`, `${at}/deployments/${'0'.repeat(32)}`]) {
      const answer = await member.call('GET', path);
      expect([answer.status, codeOf(answer)]).toEqual([404, 'deployment_not_found']);
    }
    expect((await product.stranger.call('GET', `${at}/deployments/${deployment}`)).status).toBe(404);
    expect((await product.anonymous().call('GET', `${at}/deployments/${deployment}`)).status).toBe(401);
    const late = await member.call('POST', `${at}/deployments/${deployment}/cancel`);
    expect([late.status, codeOf(late)]).toEqual([409, 'run_over']);
    expect((await product.reader.call('POST', `${at}/deployments/${deployment}/cancel`)).status).toBe(403);
  });
});

describe('reports with warnings', () => {
  test('scenario 13: one warning and no error read completed_w_warnings; reports begin with "Deployment scheduled" and end with the warning', async () => {
    const { member } = product;
    const { faults } = product;
    await faults.add({ kind: 'command', target: 'warned1/Set-LocalUserPassword', message: 'Busy.', times: 1 });
    const { at, deployment } = await startDeployment([webServer({ unitNamingPattern: 'warned#' })]);
    expect(await settled(member, at)).toMatchObject({ version: 1 });
    expect(list((await member.ok('GET', `${at}/deployments`)).deployments)[0]).toMatchObject({
      state: 'completed_w_warnings',
      warnings: 1,
      errors: 0,
    });
    const { reports } = await member.ok('GET', `${at}/deployments/${deployment}`);
    expect(texts(reports).at(0)).toBe('Deployment scheduled');
    expect(texts(reports).at(-1)).toBe('Deployment finished with warnings');
    expect(
      list(reports)
        .filter(({ level }) => level === 'warning')
        .map((report) => text(report.text)),
    ).toEqual(['The administrator password of warned1 could not be set: Busy.']);
  });

  test('a warning is counted while the deployment still runs', async () => {
    const { member, faults } = product;
    // what waits for a silent machine is under way for as long as the test wants
    const silence = await faults.add({ kind: 'silence' });
    const { at, id, deployment } = await startDeployment([webServer()]);
    await eventAppended(id, 'effect.started');
    await createEventSink(product.db).append(id, deployment, [
      { kind: 'report', level: 'warning', entity: 'environment', entityId: id, text: 'Slow network' },
    ]);
    const running = list((await member.ok('GET', `${at}/deployments`)).deployments)[0];
    expect(running).toMatchObject({ state: 'running_w_warnings', warnings: 1, errors: 0 });
    await member.ok('POST', `${at}/deployments/${deployment}/cancel`);
    await settled(member, at);
    await faults.remove(silence);
    const { reports } = await member.ok('GET', `${at}/deployments/${deployment}`);
    expect(texts(reports)).toContain('Slow network');
  });
});

describe('a failure and its repair', () => {
  test("a refused stack reads failed with the cloud's own words; deploying again completes it", async () => {
    const { member } = product;
    const { faults } = product;
    await faults.add({ kind: 'stack', target: 'OS::Nova::Server', message: 'No valid host was found', times: 1 });
    const { at, deployment } = await startDeployment([webServer()]);
    expect(await settled(member, at)).toMatchObject({ status: 'failed', version: 1, services: [{ status: 'failed' }] });
    const repair = await open(member, at);
    const masked = { status: 'pending', deployed_status: 'failed', services: [{ status: 'failed' }] };
    expect(await member.ok('GET', at)).toMatchObject(masked);
    expect(await member.ok('GET', at, { session: repair })).toMatchObject(masked);
    expect((await member.call('DELETE', `${at}/sessions/${repair}`)).status).toBe(200);
    const failed = await member.ok('GET', `${at}/deployments/${deployment}`);
    expect(failed.deployment).toMatchObject({
      state: 'completed_w_errors',
      outcome: 'failed',
      problem: { sentence: expect.stringContaining('No valid host was found') },
    });
    expect(texts(failed.reports).at(-1)).toBe('Deployment finished with errors');
    expect(
      list(failed.reports)
        .filter(({ level }) => level === 'error')
        .map((r) => text(r.text))
        .join(),
    ).toContain('No valid host');
    await deploy(member, at, await open(member, at));
    expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 2, services: [{ status: 'ready' }] });
  });
});

describe('how long a deployment will take', () => {
  test('is judged by past runs of what it has still to do, from its start; nothing is said of one that is over', async () => {
    const { member } = product;
    const { at, deployment: first } = await startDeployment([webServer()]);
    await settled(member, at);
    expect(await member.ok('GET', `${at}/deployments/${first}/estimate`)).toEqual({ duration: null });
    const { faults } = product;
    const silence = await faults.add({ kind: 'silence' });
    const second = await startDeployment([webServer()]);
    await eventAppended(second.id, 'machine.changed');
    const { duration } = await product.reader.ok('GET', `${second.at}/deployments/${second.deployment}/estimate`);
    const range = object(duration);
    expect(range).toMatchObject({ unknownSteps: 0, knownSteps: expect.any(Number) });
    expect(Number(range.knownSteps)).toBeGreaterThan(0);
    expect(Number(range.lowMs)).toBeLessThanOrEqual(Number(range.highMs));
    await member.call('POST', `${second.at}/deployments/${second.deployment}/cancel`);
    await settled(member, second.at);
    await faults.remove(silence);
  });
});

describe('cancelling', () => {
  test('ends a deployment that waits for a silent machine, keeps what was reached, and may be asked twice', async () => {
    const { member } = product;
    const { faults } = product;
    const silence = await faults.add({ kind: 'silence' });
    const { at, id, deployment } = await startDeployment([webServer()]);
    await eventAppended(id, 'effect.started');
    expect((await member.call('POST', `${at}/deployments/${deployment}/cancel`)).status).toBe(200);
    await member.call('POST', `${at}/deployments/${deployment}/cancel`);
    // not ready: what is described does not run
    expect(await settled(member, at)).toMatchObject({
      version: 1,
      status: 'failed',
      last_outcome: 'cancelled',
      services: [{ status: 'failed' }],
    });
    const { deployment: over, reports } = await member.ok('GET', `${at}/deployments/${deployment}`);
    expect(over).toMatchObject({ state: 'cancelled', cancel_requested: true });
    expect(texts(reports).at(-1)).toBe('Deployment cancelled');
    expect(texts(reports).filter((line) => line.startsWith('Cancel asked for'))).toEqual(['Cancel asked for by max']);
    await faults.remove(silence);
    await deploy(member, at, await open(member, at));
    expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 2, last_outcome: 'success' });
  });
});

describe('taking away', () => {
  test('scenario 39, rough edge 27: one of three services removed takes only its machines; the rest removed takes the stack; and a second time after re-adding', async () => {
    const { member } = product;
    const three = [activeDirectory({ domain: 'trio.local' }), webServer({ name: 'one' }), webServer({ name: 'two' })];
    const { at, id } = await deployed(member, three);
    expect(await machines(id)).toBe(4);
    const change = async (edit: (session: string) => Promise<unknown>) => {
      const session = await open(member, at);
      await edit(session);
      await deploy(member, at, session);
      expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    };
    await change((session) => member.ok('DELETE', `${at}/services/2`, { session }));
    expect(await machines(id)).toBe(3);
    for (let round = 0; round < 2; round += 1) {
      await change((session) => member.ok('DELETE', `${at}/services`, { session }));
      expect([await machines(id), await stacks(id)]).toEqual([0, 0]);
      await change((session) => add(member, at, session, webServer({ name: 'again' })));
      expect([await machines(id), await stacks(id)]).toEqual([1, 1]);
    }
  });

  test('scenario 40, rough edge 42: deleting an environment takes its machines and stack; its history stays readable', async () => {
    const { member } = product;
    const { at, id } = await deployed(member, [webServer()]);
    const answer = await member.call('DELETE', at);
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await settled(member, at)).toBe(null);
    expect([await machines(id), await stacks(id)]).toEqual([0, 0]);
    const [deletion, first] = list((await member.ok('GET', `${at}/deployments`)).deployments);
    expect([deletion, first]).toMatchObject([{ kind: 'delete', state: 'success' }, { kind: 'deploy' }]);
    const { reports } = await member.ok('GET', `${at}/deployments/${text(deletion?.id)}`);
    expect(texts(reports).at(0)).toBe('Deletion scheduled');
    expect(texts(reports).at(-1)).toBe('Deletion finished');
    expect(list((await member.ok('GET', `${at}/events`)).events).length).toBeGreaterThan(5);
    expect(list((await member.ok('GET', '/v1/environments')).environments).map((e) => e.id)).not.toContain(id);
  });

  test('scenario 40, rough edges 14 and 43: deleting during a deployment stops it first, at once; nothing is left in the cloud', async () => {
    const { member } = product;
    const { faults } = product;
    const silence = await faults.add({ kind: 'silence' });
    const { at, id, session } = await startDeployment([webServer()]);
    await eventAppended(id, 'effect.started');
    expect((await member.call('DELETE', at)).status).toBe(200);
    expect((await member.call('POST', `${at}/configure`)).status).not.toBe(200);
    expect((await member.call('PUT', at, { body: { name: 'too-late' } })).status).not.toBe(200);
    expect(await settled(member, at)).toBe(null);
    await faults.remove(silence);
    expect([await machines(id), await stacks(id)]).toEqual([0, 0]);
    const states = list((await member.ok('GET', `${at}/deployments`)).deployments).map(({ kind, state }) => [
      kind,
      state,
    ]);
    expect(states).toEqual([
      ['delete', 'success'],
      ['deploy', 'cancelled'],
    ]);
    expect((await member.call('GET', `${at}/sessions/${session}`)).status).toBe(404);
  });

  test('scenario 40, rough edge 10: a deletion that fails is shown as failed, and may be asked for again', async () => {
    const { member, colleague } = product;
    const { at, id } = await deployed(member, [webServer()]);
    const session = await open(colleague, at);
    // Storage that refuses for a moment: the conductor must tell, not pretend.
    const { cloud } = product.container;
    const { observe } = cloud.stacks;
    cloud.stacks.observe = async () => ({
      events: [],
      cursor: null,
      end: {
        ok: false,
        status: 'DELETE_FAILED',
        resource: 'web',
        resourceType: 'OS::Nova::Server',
        reason: 'The volume is still attached',
      },
    });
    // What is handed over is not carried out either.
    const { begin } = cloud.stacks;
    cloud.stacks.begin = async () => null;
    await member.ok('DELETE', at);
    expect(await settled(member, at)).toMatchObject({ status: 'failed', services: [{ name: 'frontend' }] });
    const [deletion] = list((await member.ok('GET', `${at}/deployments`)).deployments);
    expect(deletion).toMatchObject({ kind: 'delete', state: 'completed_w_errors' });
    expect(object(deletion?.problem ?? null).sentence).toContain('The volume is still attached');
    expect(codeOf(await member.call('POST', `${at}/configure`))).toBe('environment_deleting');
    expect(codeOf(await colleague.call('GET', `${at}/sessions/${session}`))).toBe('session_invalid');
    Object.assign(cloud.stacks, { begin, observe });
    await member.ok('DELETE', at);
    expect(await settled(member, at)).toBe(null);
    expect([await machines(id), await stacks(id)]).toEqual([0, 0]);
  });
});
