import { describe, expect, test } from 'vitest';
import { partsOf } from '@/lib/api/testing/by-itself';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, webServer } from '@/lib/api/testing/services';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { appendEvents } from '@/lib/db/events';
import { transaction } from '@/lib/db/transaction';
import { diagnoseFailures } from '@/lib/environments/failures/diagnose';
import type { NewEvent } from '@/lib/model/event';
import { FailureReviewSchema } from '@/lib/model/failure-findings';
import type { JsonObject } from '@/lib/model/json';
import { eventually } from '@/lib/testing/patience';

/** What Vetro finds out about failures by itself, and what can be done about them, over HTTP. */

const product = productForTests();
const FAULTS = '/v1/simulation/faults';
const inject = async (fault: JsonObject) => text((await product.admin.ok('POST', FAULTS, { body: fault })).id);
const end = (id: string) => product.admin.ok('DELETE', `${FAULTS}/${id}`);

/** Deploys services and waits. @returns where the environment is, the run, and what it says of its failures */
async function failed(
  services: JsonObject[],
  faults: (environmentId: string) => JsonObject[],
  member: Client = product.member,
) {
  const { at, id } = await newEnvironment(member);
  const ended: string[] = [];
  for (const fault of faults(id)) ended.push(await inject(fault));
  const session = await open(member, at);
  await member.ok('POST', `${at}/services`, { session, body: services });
  const run = await deploy(member, at, session);
  await settled(member, at);
  return { at, id, run, faults: ended, ...(await review(at, run)) };
}

async function review(at: string, run: string) {
  const failures = await failuresOf(at, run);
  const [failure = ''] = failures;
  const answer = await product.reader.ok('GET', `${at}/runs/${run}/failures/${failure}`);
  return { failure, ...FailureReviewSchema.parse(answer) };
}

/** The effects that failed, by their events. */
async function failuresOf(at: string, run: string): Promise<string[]> {
  const rows = await product.db.event.findMany({
    where: { runId: run, kind: 'effect.finished', environmentId: at.split('/').at(-1) ?? '' },
    orderBy: { seq: 'asc' },
  });
  return rows.flatMap(({ data }) => {
    const { outcome, effectId } = object(data as JsonObject);
    return outcome === 'failed' ? [text(effectId)] : [];
  });
}

/** The machine that a failed step of a run was on. */
async function machineOf(at: string, failure: string, runId: string) {
  const rows = await product.db.event.findMany({ where: { runId, kind: 'effect.started' } });
  const started = rows.map(({ data }) => object(data as JsonObject)).find(({ effectId }) => effectId === failure);
  expect(started, `the start of ${failure} at ${at}`).toBeDefined();
  return { host: started?.host ?? null };
}

/** The machines that a run had steps on. */
async function hostsOf(runId: string): Promise<Set<unknown>> {
  const rows = await product.db.event.findMany({ where: { runId, kind: 'effect.started' } });
  return new Set(rows.map(({ data }) => object(data as JsonObject).host ?? null).filter((host) => host !== null));
}

/** As if nobody had looked into what failed in a run. */
const forgetFindings = (run: string) => product.db.$executeRaw`update runs set findings = null where id = ${run}`;

const stateOf = (findings: { check: string; state: string }[]) =>
  Object.fromEntries(findings.map(({ check, state }) => [check, state]));
const refusalOf = (repairs: { repair: string; refused: string | null }[]) =>
  Object.fromEntries(repairs.map(({ repair, refused }) => [repair, refused]));

describe('what Vetro looks at after a failure', () => {
  test('a full disk, a machine that runs, an agent that answers', async () => {
    const { findings, at, run, faults, failure } = await failed([webServer({ unitNamingPattern: 'full1' })], () => [
      { kind: 'disk', target: 'full1' },
    ]);
    expect(stateOf(findings)).toEqual({ machine: 'fine', agent: 'fine', clock: 'fine', disk: 'wrong' });
    expect(findings.find(({ check }) => check === 'disk')).toMatchObject({
      machines: ['full1'],
      sentence: 'The disk of full1 is full.',
    });
    for (const fault of faults) await end(fault);
    // what was found first stays, whoever looked; nobody had to wait for a look of the server's own
    expect(stateOf((await review(at, run)).findings).disk).toBe('wrong');
    const anew = await product.reader.ok('GET', `${at}/runs/${run}/failures/${failure}?anew=true`);
    expect(stateOf(FailureReviewSchema.parse(anew).findings).disk).toBe('fine');
    expect((await product.stranger.call('GET', `${at}/runs/${run}/failures/${failure}`)).status).toBe(404);
    expect(codeOf(await product.member.call('GET', `${at}/runs/${run}/failures/none`))).toBe('failure_not_found');
  });

  test('a name server that is silent, and a clock that differs', async () => {
    const domain = 'looked.local';
    const services = [
      activeDirectory({ domain, unitNamingPattern: 'ldc#' }),
      webServer({ domain, unitNamingPattern: 'lweb1' }),
    ];
    const { findings } = await failed(services, (environmentId): JsonObject[] => [
      { kind: 'port', environment_id: environmentId, target: 'ldc1' },
      { kind: 'clock', target: 'lweb1', amount: -90 },
    ]);
    expect(stateOf(findings)).toMatchObject({ nameServer: 'wrong', disk: 'fine' });
    expect(findings.find(({ check }) => check === 'nameServer')).toMatchObject({ machines: ['ldc1'] });
  });

  test('a share that is used up; no single machine is looked at', async () => {
    const { findings, repairs } = await failed([webServer({ unitNamingPattern: 'shared1' })], () => [
      { kind: 'stack', target: 'shared1', message: 'No valid host was found.', times: 1 },
    ]);
    expect(findings.find(({ check }) => check === 'quota')).toMatchObject({ state: 'fine' });
    expect(refusalOf(repairs)).toMatchObject({ retry: 'noMachine', replace: 'notMade', ask: null });
  });

  test.each([
    ['floatingip', 'public addresses', 'public1'],
    ['network', 'networks', 'networked1'],
  ])('a %s that the cloud refuses: how many %s are used', async (resource, named, host) => {
    const message = `Quota exceeded for resources: ['${resource}'].`;
    const { findings } = await failed([webServer({ unitNamingPattern: host })], () => [
      { kind: 'stack', target: host, message, times: 1 },
    ]);
    const { sentence = '' } = findings.find(({ check }) => check === 'quota') ?? {};
    expect(sentence.replace(/\d+ of \d+/, 'n of m')).toBe(`n of m ${named} are used.`);
  });
});

test('words of a cloud name what people know by names, in the run, its events and its failures', async () => {
  const { at, id, run } = await failed([webServer({ name: 'named', unitNamingPattern: 'named1' })], (environmentId) => [
    { kind: 'stack', target: 'named1', message: `The stack e${environmentId} has no room for it.`, times: 1 },
  ]);
  const { name } = await product.reader.ok('GET', at);
  const ended = object((await product.reader.ok('GET', `${at}/runs/${run}`)).run);
  expect(object(ended.problem).sentence).toContain(`The stack ${text(name)} has no room for it`);
  const events = await product.db.event.findMany({ where: { runId: run } });
  expect(events.map((event) => event.text).filter((one) => one.includes('has no room'))).not.toEqual([]);
  expect(events.filter((event) => event.text.includes(id))).toEqual([]);
});

describe('what was looked at when something failed', () => {
  test('stays with the run: half an hour later it is told as it was then, and looked at anew for whoever asks', async () => {
    const { at, run, failure, faults } = await failed([webServer({ unitNamingPattern: 'kept1' })], () => [
      { kind: 'disk', target: 'kept1' },
    ]);
    await forgetFindings(run);
    const then = new Date();
    await diagnoseFailures(partsOf(product), then);
    for (const fault of faults) await end(fault);
    const kept = await review(at, run);
    expect(stateOf(kept.findings)).toMatchObject({ machine: 'fine', disk: 'wrong' });
    expect(kept.found_at).toBe(then.toISOString());
    // nothing that is looked at later takes its place, and what has been looked into is not asked for again
    const parts = partsOf(product);
    const asked: string[] = [];
    const readerOf: typeof parts.readerOf = (tenantId, now) => {
      asked.push(tenantId);
      return parts.readerOf(tenantId, now);
    };
    await diagnoseFailures({ ...parts, readerOf }, new Date(then.getTime() + 5_000));
    expect(asked).toEqual([]);
    expect(await review(at, run)).toMatchObject({ found_at: kept.found_at, findings: kept.findings });
    const anew = FailureReviewSchema.parse(
      await product.reader.ok('GET', `${at}/runs/${run}/failures/${failure}?anew=true`),
    );
    expect(stateOf(anew.findings).disk).toBe('fine');
    expect(stateOf((await review(at, run)).findings).disk).toBe('wrong');
  });

  test('is looked at also when whoever began the run may do nothing there any more', async () => {
    const leaver = await product.clientOf('lea', 'Contoso', 'member');
    const fault = { kind: 'disk', target: 'orphan1' };
    const { at, run, faults } = await failed([webServer({ unitNamingPattern: 'orphan1' })], () => [fault], leaver);
    await forgetFindings(run);
    await product.db.roleAssignment.deleteMany({ where: { userId: leaver.userId } });
    const then = new Date();
    await diagnoseFailures(partsOf(product), then);
    for (const id of faults) await end(id);
    const kept = await review(at, run);
    expect([kept.found_at, stateOf(kept.findings).disk]).toEqual([then.toISOString(), 'wrong']);
  });
});

describe('a failure that a page which is open may still ask for', () => {
  const full = (host: string) => () => [{ kind: 'disk', target: host }];

  test('is there when a program has dealt with it: what was found stays, and nothing has to be repaired', async () => {
    const { at, id, run, failure, findings } = await failed(
      [webServer({ unitNamingPattern: 'dealt1' })],
      full('dealt1'),
    );
    const handled: NewEvent = {
      ...{ kind: 'effect.handled', entity: 'environment', entityId: id, text: 'The package deals with it.' },
      data: { effectId: failure, reason: 'The disk is full.' },
    };
    await transaction(product.db, (tx) => appendEvents(tx, id, run, [handled]));
    const later = await review(at, run);
    expect(stateOf(later.findings)).toEqual(stateOf(findings));
    expect(refusalOf(later.repairs)).toEqual({
      retry: 'resolved',
      replace: 'resolved',
      takeOut: 'resolved',
      ask: null,
    });
    const retry = await product.member.call('POST', `${at}/runs/${run}/failures/${failure}/retry`);
    expect([retry.status, codeOf(retry)]).toEqual([409, 'not_retryable']);
  });

  test('is there for a run whose log is not kept any more: the run itself has failed', async () => {
    const { member, reader, db } = product;
    const { at } = await newEnvironment(member);
    const fault = await inject({ kind: 'disk', target: 'logged1' });
    const session = await open(member, at);
    await member.ok('POST', `${at}/services`, { session, body: webServer({ unitNamingPattern: 'logged1' }) });
    const run = await deploy(member, at, session);
    await settled(member, at);
    await end(fault);
    await db.event.deleteMany({ where: { runId: run } });
    await db.run.update({ where: { id: run }, data: { logRemovedAt: new Date() } });
    const answer = FailureReviewSchema.parse(await reader.ok('GET', `${at}/runs/${run}/failures/${run}`));
    expect(refusalOf(answer.repairs)).toMatchObject({ retry: 'noMachine', ask: null });
  });

  test('is there when its environment was deleted: nothing is looked at any more, and nothing can be repaired', async () => {
    const { member } = product;
    const { at, run } = await failed([webServer({ unitNamingPattern: 'over1' })], full('over1'));
    await forgetFindings(run);
    await member.ok('DELETE', at);
    await eventually(`the end of ${at}`, async () => (await member.call('GET', at)).status === 404);
    const later = await review(at, run);
    expect(later.findings).toEqual([]);
    expect(refusalOf(later.repairs)).toEqual({ retry: 'gone', replace: 'gone', takeOut: 'gone', ask: null });
  });
});

describe('what can be done about a failure', () => {
  test('a machine of several is replaced by a fresh one, or taken out; the one that others follow is not', async () => {
    const { member } = product;
    const { at, repairs, run } = await failed(
      [activeDirectory({ domain: 'mended.local', unitNamingPattern: 'mdc#' })],
      () => [{ kind: 'command', target: 'mdc2/Install-RoleSecondaryDomainController', message: 'It broke.', times: 1 }],
    );
    expect(refusalOf(repairs)).toEqual({ retry: null, replace: null, takeOut: null, ask: null });
    const session = await open(member, at);
    const [service] = list((await member.call('GET', `${at}/services`, { session })).json as never);
    const [leader, second] = list(object(service).units as never).map((unit) => text(unit.id));
    const refused = await member.call('POST', `${at}/units/${leader}/replace`, { session });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'unit_not_replaceable']);
    const { id } = await member.ok('POST', `${at}/units/${second}/replace`, { session });
    const next = await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    const [repaired] = list((await member.call('GET', `${at}/services`)).json as never);
    const units = list(object(repaired).units as never).map((unit) => text(unit.id));
    expect(units).toEqual([leader, id]);
    const machines = await product.db.cloudMachine.findMany({
      where: { deletedAt: null, queue: { startsWith: `e${at.split('/').at(-1)}` } },
    });
    expect(machines.filter(({ queue }) => queue.endsWith(text(id)))).toHaveLength(1);
    expect(machines.filter(({ queue }) => queue.endsWith(second ?? ''))).toHaveLength(0);
    expect(refusalOf((await review(at, run)).repairs)).toMatchObject({ retry: 'overtaken', replace: 'overtaken' });
    expect(next).not.toBe(run);
  });

  test('one machine of two that failed is retried alone: no step runs on the other, and nothing of it changes', async () => {
    const { member, reader } = product;
    const services = [webServer({ unitNamingPattern: 'alone1' }), webServer({ unitNamingPattern: 'alone2' })];
    const { at, run, failure, repairs } = await failed(services, () =>
      ['alone1', 'alone2'].map((host) => ({
        kind: 'command',
        target: `${host}/Install-WebServer`,
        message: 'It broke.',
        times: 1,
      })),
    );
    expect(refusalOf(repairs)).toMatchObject({ retry: null });
    const retry = `${at}/runs/${run}/failures/${failure}/retry`;
    expect((await reader.call('POST', retry)).status).toBe(403);
    const alone = text((await member.ok('POST', retry)).deployment_id);
    // what is asked for is not reached: others are not finished
    expect(await settled(member, at)).toMatchObject({ status: 'failed' });
    const { run: ended } = await member.ok('GET', `${at}/runs/${alone}`);
    const { host } = await machineOf(at, failure, run);
    expect(object(ended)).toMatchObject({
      outcome: 'cancelled',
      problem: { code: 'others_unfinished' },
      target: { entity: 'unit' },
      summary: [{ change: 'retried', machine: host }],
    });
    expect(await hostsOf(alone)).toEqual(new Set([host]));
    const installed = async () => {
      const now = list((await member.call('GET', `${at}/services`)).json as never);
      return now
        .flatMap((one) => list(object(one).units as never))
        .map(({ state }) => object(state as never).iisInstalled);
    };
    expect((await installed()).filter(Boolean)).toHaveLength(1);
    expect(codeOf(await member.call('POST', retry))).toBe('not_retryable');

    // the rest is done by deploying again, and the first is left alone
    const next = await deploy(member, at, await open(member, at));
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    expect((await hostsOf(next)).has(text(host))).toBe(false);
    expect(await installed()).toEqual([true, true]);
  });

  test('a machine that was the only one left is retried alone to the end', async () => {
    const { member } = product;
    const { at, run, failure } = await failed([webServer({ unitNamingPattern: 'last1' })], () => [
      { kind: 'command', target: 'last1', message: 'It broke.', times: 1 },
    ]);
    await member.ok('POST', `${at}/runs/${run}/failures/${failure}/retry`);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
  });

  test('the only machine of a service is not taken out', async () => {
    const { repairs } = await failed([webServer({ unitNamingPattern: 'only1' })], () => [
      { kind: 'disk', target: 'only1' },
    ]);
    expect(refusalOf(repairs)).toMatchObject({ replace: null, takeOut: 'least' });
  });
});
