import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEventSink } from '@/lib/db/event-sink';
import { MAX_DURATIONS } from '@/lib/db/step-durations';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { NewEvent } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';
import type { StepKind } from '@/lib/model/step-estimate';
import type { StepTimes } from '@/lib/ports/conductor';
import { createStepTimes } from './estimate-steps';

const TENANT = 'a'.repeat(32);
const ENVIRONMENT = 'e'.repeat(32);
const DEPLOYMENT = 'd'.repeat(32);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.tenant.create({ data: { id: TENANT, name: 'acme' } });
  await database.db.user.create({ data: { id: TENANT, name: 'ada', displayName: 'Ada', passwordHash: '' } });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.environment.deleteMany();
  const { db } = database;
  await db.environment.create({ data: { id: ENVIRONMENT, tenantId: TENANT, name: 'e', model: {} } });
  await db.run.create({
    data: { id: DEPLOYMENT, environmentId: ENVIRONMENT, userId: TENANT, modelBefore: {}, modelAsked: {} },
  });
});

const event = (kind: NewEvent['kind'], data: JsonObject, key?: string): NewEvent => ({
  kind,
  entity: 'environment',
  entityId: ENVIRONMENT,
  text: '',
  data,
  ...(key === undefined ? {} : { key }),
});
const appended = (events: NewEvent[]) => createEventSink(database.db).append(ENVIRONMENT, DEPLOYMENT, events);
let number = 0;
const step = (data: JsonObject, between: NewEvent[] = []): NewEvent[] => {
  const effectId = `s${++number}`;
  return [
    event('effect.started', { ...data, effectId }, `${effectId}:started`),
    ...between,
    event('effect.finished', { outcome: 'ok', ...data, effectId }, `${effectId}:finished`),
  ];
};
const iis = (durationMs: number, more: JsonObject = {}) =>
  step({ effect: 'plan', title: 'InstallIIS', host: 'web1', durationMs, ...more });
const machine = (phase: string) => event('machine.changed', { host: 'web1', phase });
const stack = (changes: string, durationMs: number, between: NewEvent[] = []) =>
  step({ effect: 'stack.update', title: 'x', changes, durationMs }, between);
const IIS: StepKind = { effect: 'plan', title: 'InstallIIS' };
const estimate = async (kind: StepKind) => (await createStepTimes(database.db)([kind])).of(kind);
/** Another run, with one machine for each duration. */
const run = async (id: string, durations: readonly number[]) => {
  const runId = id.repeat(32);
  const asked = { environmentId: ENVIRONMENT, userId: TENANT, modelBefore: {}, modelAsked: {} };
  await database.db.run.create({ data: { id: runId, ...asked } });
  await createEventSink(database.db).append(
    ENVIRONMENT,
    runId,
    durations.flatMap((durationMs) => iis(durationMs)),
  );
};
/** What follows comes ten seconds after the events that there are. */
const tenSecondsLater = () => database.db.$executeRaw`update events set at = at - interval '10 seconds'`;

describe('the estimate of a step', () => {
  it('is nothing for a step that has never run', async () => {
    expect(await estimate(IIS)).toBeNull();
  });

  it('spans what its past runs took, those that failed left out', async () => {
    await appended([...iis(1_000), ...iis(2_000), ...iis(9_000), ...iis(60_000, { outcome: 'failed' })]);
    expect(await estimate(IIS)).toEqual({ runs: 3, lowMs: 1_000, typicalMs: 2_000, highMs: 9_000 });
    expect(await estimate({ effect: 'plan', title: 'JoinDomain' })).toBeNull();
  });

  it('is of simulated machines at their usual speed', async () => {
    await appended(iis(1_000, { speed: 5 }));
    expect(await estimate(IIS)).toMatchObject({ typicalMs: 5_000 });
  });

  it('counts from when the machine was up', async () => {
    const [begun, ended] = iis(30_000);
    if (!begun || !ended) throw new Error('a beginning and an end');
    await appended([machine('booting'), begun]);
    await tenSecondsLater();
    await appended([machine('ready'), machine('rebooting'), machine('ready'), ended]);
    const measured = await estimate(IIS);
    expect(measured?.typicalMs).toBeLessThanOrEqual(20_000);
    expect(measured?.typicalMs).toBeGreaterThan(0);
  });

  it('counts from when the machine was through with what it was asked before', async () => {
    const [first, firstEnd] = step({ effect: 'plan', title: 'SetPassword', host: 'web1', durationMs: 1_000 });
    const [begun, ended] = iis(30_000);
    if (!first || !firstEnd || !begun || !ended) throw new Error('beginnings and ends');
    await appended([first, begun]);
    await tenSecondsLater();
    await appended([firstEnd]);
    await appended([ended]);
    expect((await estimate(IIS))?.typicalMs).toBeLessThanOrEqual(20_000);
    expect((await estimate({ effect: 'plan', title: 'SetPassword' }))?.typicalMs).toBe(1_000);
  });

  it('knows changes of the stack by what they change', async () => {
    await appended([...stack('machines.create', 8_000), ...stack('machines.remove', 500), ...stack('', 20)]);
    const update = (title: string) => estimate({ effect: 'stack.update', title });
    expect(await update('machines.create')).toMatchObject({ runs: 1, typicalMs: 8_000 });
    expect(await update('machines.remove')).toMatchObject({ runs: 1, typicalMs: 500 });
    expect(await update('')).toMatchObject({ runs: 1, typicalMs: 20 });
    expect(await update('machines.inPlace')).toBeNull();
  });

  it('looks at the newest runs only', async () => {
    for (let run = 0; run < 35; run++) await appended(iis(run < 5 ? 99_000 : 1_000));
    expect(await estimate(IIS)).toMatchObject({ runs: 30, highMs: 1_000 });
  });
});

describe('the estimate of a step that was slow once', () => {
  it('is that of the other runs, however many machines the slow one had', async () => {
    await run('1', Array(7).fill(341_000));
    await run('2', [40_000]);
    expect(await estimate(IIS)).toMatchObject({ lowMs: 40_000, typicalMs: 40_000, highMs: 40_000 });
    await run('3', [45_000, 50_000]);
    await run('4', [38_000]);
    expect(await estimate(IIS)).toMatchObject({ lowMs: 38_000, typicalMs: 40_000, highMs: 50_000 });
  });

  it('does not lose the earlier runs to one with very many machines', async () => {
    await run('1', [40_000]);
    await run('2', [42_000]);
    await run('3', [41_000]);
    await run('4', Array(60).fill(341_000));
    expect(await estimate(IIS)).toMatchObject({ typicalMs: 41_000, highMs: 42_000 });
  });

  it('becomes what it takes now once most runs take that long', async () => {
    await run('1', [40_000]);
    await run('2', [120_000]);
    await run('3', [125_000]);
    expect(await estimate(IIS)).toMatchObject({ typicalMs: 120_000 });
  });
});

describe('estimates that are asked for again', () => {
  const asked = async (times: StepTimes) => (await times([IIS])).of(IIS);

  it('follow each new run while fewer than count have been', async () => {
    const times = createStepTimes(database.db);
    await run('1', Array(MAX_DURATIONS - 1).fill(10_000));
    expect(await asked(times)).toMatchObject({ runs: MAX_DURATIONS - 1, typicalMs: 10_000 });
    await run('2', [50_000]);
    await run('3', [50_000]);
    expect(await asked(times)).toMatchObject({ typicalMs: 50_000 });
  });

  it('are not read again at once where as many as count have been, by any step of the kind', async () => {
    const times = createStepTimes(database.db);
    await run('1', Array(MAX_DURATIONS).fill(10_000));
    expect(await asked(times)).toMatchObject({ runs: MAX_DURATIONS, typicalMs: 10_000 });
    await run('2', [50_000]);
    await run('3', [50_000]);
    expect(await asked(times)).toMatchObject({ typicalMs: 10_000 });
    expect(await estimate(IIS)).toMatchObject({ typicalMs: 50_000 });
  });
});

describe('the estimate of how long a machine starts', () => {
  const boot = async () => (await createStepTimes(database.db)([])).boot;

  it('is nothing where no cloud told when machines were up', async () => {
    await appended(stack('machines.create', 8_000));
    expect(await boot()).toBeNull();
  });

  it('counts from when the cloud had made it', async () => {
    await appended(stack('machines.create', 8_000, [machine('booting')]));
    await tenSecondsLater();
    await appended([machine('ready'), machine('rebooting'), machine('ready')]);
    const measured = await boot();
    expect(measured).toMatchObject({ runs: 1 });
    expect(measured?.typicalMs).toBeGreaterThanOrEqual(10_000);
  });

  it('is no time where the cloud waits until machines are up, and leaves out those that never came up', async () => {
    await appended(stack('machines.create', 8_000, [machine('booting'), machine('ready')]));
    expect(await boot()).toMatchObject({ runs: 1, typicalMs: 0 });
    await database.db.event.deleteMany();
    await appended(stack('machines.create', 8_000, [machine('booting'), machine('failed')]));
    expect(await boot()).toBeNull();
  });
});
