import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedCloud } from '@/lib/cloud/embedded';
import { createContainer, type RunningContainer } from '@/lib/container/create-container';
import { testConfig } from '@/lib/container/testing/start-container';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { EnvironmentModel } from '@/lib/model/environment';
import { eventually } from '@/lib/testing/patience';
import { createSharedThreadPool } from '@/lib/threads/testing/shared-pools';
import { ended, eventsOf, newTestId, queueRun } from './testing/bench';
import { domainWithWebServer } from './testing/domain';

/**
 * Murano v0.2 waited for ever for a machine that never came or never answered; here every wait ends. Longer than any
 * machine of these tests takes, unless it is told to be silent.
 */
const MAX_WAIT_MS = 20_000;
/** how often the conductor looks whether a wait is over */
const LOOK_MS = 250;

let database: TestDatabase;
let container: RunningContainer;
let faults: EmbeddedCloud['simulation']['faults'];
/** by how much the conductor's clock is ahead of the database's, from which waits begin */
let aheadMs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  container = await createContainer(testConfig(database.url), {
    conductor: { maxPlanTimeoutMs: MAX_WAIT_MS, recoveryIntervalMs: LOOK_MS },
    clock: { now: () => new Date(Date.now() + aheadMs) },
    createPool: createSharedThreadPool,
  });
  faults = (container.cloud as EmbeddedCloud).simulation.faults;
  const { agents } = container.cloud;
  const { send } = agents;
  agents.send = async (message) => {
    // Another wait begins.
    aheadMs = 0;
    await send(message);
  };
});
afterAll(async () => {
  await container.close();
  await database.drop();
});
afterEach(async () => {
  for (const { id } of await faults.list()) await faults.remove(id);
});

async function deploy(
  model: EnvironmentModel,
  kind: 'deploy' | 'delete' = 'deploy',
  meanwhile: (runId: string) => Promise<void> = async () => undefined,
) {
  const { id } = await queueRun(database.db, [], { model, kind });
  await container.conductor.submit(id);
  await meanwhile(id);
  const row = await ended(database.db, id);
  return { id, row, plans: await plansOf(id) };
}

/** Once a run waits for one machine alone, after everything on another one, the longest wait is over. */
const waitInVain = (host: string, otherPlan: string) => async (runId: string) => {
  await eventually(`a run that waits for ${host} alone`, async () => {
    const events = await eventsOf(database.db, runId);
    const finished = new Set(events.filter(({ kind }) => kind === 'effect.finished').map(({ data }) => data.effectId));
    const started = events.filter(({ kind }) => kind === 'effect.started');
    const underWay = started.filter(({ data }) => !finished.has(data.effectId));
    const isOtherOver = started.some(({ text, data }) => text === otherPlan && finished.has(data.effectId));
    return isOtherOver && underWay.length > 0 && underWay.every(({ data }) => data.host === host);
  });
  aheadMs += MAX_WAIT_MS;
};

async function plansOf(runId: string): Promise<string[]> {
  const events = await eventsOf(database.db, runId);
  return events.filter(({ kind, data }) => kind === 'effect.started' && data.effect === 'plan').map(({ text }) => text);
}

async function deployedModel(environmentId: string): Promise<EnvironmentModel> {
  const row = await database.db.environment.findUniqueOrThrow({ where: { id: environmentId } });
  return row.model as unknown as EnvironmentModel;
}

describe('a domain with two controllers and a web server in it', () => {
  it('deploys: machines, primary controller, name server, the others join, second controller and IIS', async () => {
    const model = domainWithWebServer(newTestId(), container.box, 'first.local');
    const { id, row, plans } = await deploy(model);
    expect(row).toMatchObject({ state: 'success', problem: null });
    const order = (text: string) => plans.indexOf(text);
    expect(order('Making the first domain controller on dc1')).toBeLessThan(
      order('Asking the domain for its name server on dc1'),
    );
    expect(order('Asking the domain for its name server on dc1')).toBeLessThan(order('Joining the domain on dc2'));
    expect(order('Joining the domain on dc2')).toBeLessThan(order('Making a further domain controller on dc2'));
    expect(order('Joining the domain on web1')).toBeLessThan(order('Installing the web server on web1'));
    const events = await eventsOf(database.db, id);
    const kinds = new Set(events.map(({ kind }) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(['resource.changed', 'machine.changed', 'command.finished']));
    const effects = new Set(events.filter(({ kind }) => kind === 'effect.started').map(({ data }) => data.effectId));
    const commands = events.filter(({ kind }) => kind === 'command.finished');
    expect(commands.every(({ data }) => effects.has(data.effectId))).toBe(true);
  });

  it('asked for again unchanged does nothing to any machine', async () => {
    const model = domainWithWebServer(newTestId(), container.box, 'again.local');
    await deploy(model);
    const again = await deploy(await deployedModel(model.id));
    expect(again.row).toMatchObject({ state: 'success', problem: null });
    expect(again.plans).toEqual([]);
  });

  it('goes with its environment: no stack and no machine is left', async () => {
    const model = domainWithWebServer(newTestId(), container.box, 'gone.local');
    await deploy(model);
    const gone = await deploy(await deployedModel(model.id), 'delete');
    expect(gone.row).toMatchObject({ state: 'success', problem: null });
    const scope = { tenantId: 'a'.repeat(32) };
    expect(await container.cloud.stacks.get(scope, `e${model.id}`)).toBeNull();
    const stacks = await database.db.cloudStack.findMany({ where: { name: `e${model.id}` } });
    const machines = { stackId: { in: stacks.map(({ id }) => id) }, deletedAt: null };
    expect(await database.db.cloudMachine.count({ where: machines })).toBe(0);
  });
});

describe('a controller that cannot be promoted', () => {
  it('fails the deployment in the words of the machine; deploying again sends only what is missing', async () => {
    const model = domainWithWebServer(newTestId(), container.box, 'broken.local');
    await faults.add({
      kind: 'command',
      target: 'dc1/Install-RolePrimaryDomainController',
      message: 'No disk',
      times: 1,
    });
    const first = await deploy(model);
    expect(first.row.state).toBe('failed');
    expect(first.row.problem).toMatchObject({
      kind: 'agent',
      details: { host: 'dc1', template: 'CreatePrimaryDC', message: expect.stringContaining('No disk') },
    });
    const second = await deploy(await deployedModel(model.id));
    expect(second.row).toMatchObject({ state: 'success', problem: null });
    const done = new Set(first.plans.filter((plan) => plan !== 'Making the first domain controller on dc1'));
    expect(second.plans.filter((plan) => done.has(plan))).toEqual([]);
    expect(second.plans[0]).toBe('Making the first domain controller on dc1');
    const effects = await eventsOf(database.db, second.id);
    expect(effects.some(({ data }) => data.effect === 'stack.update')).toBe(false);
  });
});

describe('a machine that never starts', () => {
  it('scenario 25, rough edges 14 and 15: is given up by name after its time; the others are finished, nothing waits for ever', async () => {
    const asked = domainWithWebServer(newTestId(), container.box, 'slow.local');
    await faults.add({ kind: 'boot', target: 'dc2' });
    const { row } = await deploy(asked, 'deploy', waitInVain('dc2', 'Joining the domain on web1'));
    expect(row.state).toBe('failed');
    expect(JSON.stringify(row.problem)).toContain('no answer from dc2 in 20 seconds');
    const { services } = await deployedModel(asked.id);
    const states = Object.fromEntries(
      services.flatMap(({ units }) => units.map(({ state }) => [state?.hostname, state])),
    );
    expect(states.web1).toMatchObject({ iisInstalled: true, domain: 'slow.local' });
    expect(states.dc1).toMatchObject({ installed: true });
    expect(states.dc2).not.toHaveProperty('installed');
  });
});

describe('a machine whose agent never answers', () => {
  it('scenario 25: fails its unit with "no answer from HOST in N minutes" while the other service goes on', async () => {
    const model = domainWithWebServer(newTestId(), container.box, 'silent.local');
    await faults.add({ kind: 'silence', target: 'dc2' });
    const wait = waitInVain('dc2', 'Joining the domain on web1');
    const { row, plans } = await deploy(model, 'deploy', wait);
    expect(row.state).toBe('failed');
    expect(row.problem).toMatchObject({ code: 'agent_silent', details: { host: 'dc2' } });
    expect(JSON.stringify(row.problem)).toContain('no answer from dc2 in 20 seconds');
    expect(plans).toContain('Installing the web server on web1');
    const web = (await deployedModel(model.id)).services.find(({ type }) => type === 'webServer');
    expect(web?.units[0]?.state).toMatchObject({ iisInstalled: true });
  });

  it('scenario 25: does not keep the deployment from being cancelled meanwhile', async () => {
    const model = domainWithWebServer(newTestId(), container.box, 'cancelled.local');
    await faults.add({ kind: 'silence', target: 'dc1' });
    const { id } = await queueRun(database.db, [], { model });
    await container.conductor.submit(id);
    await eventually('the plan', async () => (await plansOf(id)).includes('Making the first domain controller on dc1'));
    await database.db.run.update({ where: { id }, data: { cancelledBy: 'c'.repeat(32) } });
    await container.conductor.cancel(id);
    const row = await ended(database.db, id);
    expect(row.state).toBe('cancelled');
    expect(row.problem).toMatchObject({
      details: { leftOff: expect.arrayContaining(['Making the first domain controller on dc1']) },
    });
  });
});
