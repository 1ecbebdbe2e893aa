import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEventSink } from '@/lib/db/event-sink';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { NewEvent } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';
import type { StepKind } from '@/lib/model/step-estimate';
import { estimateSteps } from './estimate-steps';

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
const estimate = async (kind: StepKind) => (await estimateSteps(database, [kind]))(kind);

describe('the estimate of a step', () => {
  it('is nothing for a step that has never run', async () => {
    expect(await estimate({ effect: 'plan', title: 'InstallIIS', early: false })).toBeNull();
  });

  it('spans what its past runs took, those that failed left out', async () => {
    await appended([...iis(1_000), ...iis(2_000), ...iis(9_000), ...iis(60_000, { outcome: 'failed' })]);
    expect(await estimate({ effect: 'plan', title: 'InstallIIS', early: false })).toEqual({
      effect: 'plan',
      title: 'InstallIIS',
      early: false,
      runs: 3,
      lowMs: 1_000,
      typicalMs: 2_000,
      highMs: 9_000,
    });
    expect(await estimate({ effect: 'plan', title: 'JoinDomain', early: false })).toBeNull();
  });

  it('knows a plan that waited for its machine to start from one that did not', async () => {
    await appended([machine('booting'), ...iis(30_000), machine('ready'), ...iis(4_000)]);
    expect(await estimate({ effect: 'plan', title: 'InstallIIS', early: true })).toMatchObject({ typicalMs: 30_000 });
    expect(await estimate({ effect: 'plan', title: 'InstallIIS', early: false })).toMatchObject({ typicalMs: 4_000 });
  });

  it('knows an update of the stack that made machines from one that did not', async () => {
    const made = event('resource.changed', { type: 'OS::Nova::Server', action: 'CREATE', status: 'COMPLETE' });
    await appended([
      ...step({ effect: 'stack.update', title: 'x', durationMs: 8_000 }, [made]),
      ...step({ effect: 'stack.update', title: 'x', durationMs: 500 }),
    ]);
    const update = { effect: 'stack.update', title: '' } as const;
    expect(await estimate({ ...update, early: true })).toMatchObject({ runs: 1, typicalMs: 8_000 });
    expect(await estimate({ ...update, early: false })).toMatchObject({ runs: 1, typicalMs: 500 });
  });

  it('takes the other circumstances where there is nothing better, and says so', async () => {
    await appended(iis(4_000));
    expect(await estimate({ effect: 'plan', title: 'InstallIIS', early: true })).toMatchObject({
      early: false,
      typicalMs: 4_000,
    });
  });

  it('looks at the newest runs only', async () => {
    for (let run = 0; run < 35; run++) await appended(iis(run < 5 ? 99_000 : 1_000));
    expect(await estimate({ effect: 'plan', title: 'InstallIIS', early: false })).toMatchObject({
      runs: 30,
      highMs: 1_000,
    });
  });
});
