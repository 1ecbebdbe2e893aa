import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prune } from '@/lib/cloud/kernel/prune';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';

const TENANT = 'a'.repeat(32);
const id = (letter: string) => letter.repeat(32);
const now = Date.now();
const old = new Date(now - 40 * 86_400_000);
const fresh = new Date(now - 86_400_000);
const before = new Date(now - 30 * 86_400_000);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const operation = (requestId: string, phase: string, finishedAt: Date | null) => ({
  tenantId: TENANT,
  stackName: 's',
  requestId,
  kind: 'apply',
  phase,
  createdAt: old,
  finishedAt,
});
const machine = (letter: string, deletedAt: Date | null) => ({
  id: id(letter),
  tenantId: TENANT,
  stackId: id('5'),
  hostname: letter,
  address: '10.0.0.1',
  queue: letter,
  createdAt: old,
  deletedAt,
});
const plan = (planId: string, status: string, machineLetter: string, at: Date) => ({
  id: planId,
  tenantId: TENANT,
  queue: machineLetter,
  plan: {},
  status,
  machineId: id(machineLetter),
  queuedAt: at,
  startedAt: at,
  ...(status === 'answered' ? { answeredAt: at } : {}),
});

describe('forgetting what is long over', () => {
  it('removes finished operations, old histories, deleted machines and stacks, and nothing that lives', async () => {
    const { db } = database;
    await db.cloudOperation.createMany({
      data: [operation('old', 'done', old), operation('fresh', 'done', fresh), operation('running', 'forward', null)],
    });
    await db.cloudMachine.createMany({
      data: [machine('1', null), machine('2', old), machine('3', fresh)],
    });
    await db.cloudPlan.createMany({
      data: [
        plan('answered, old', 'answered', '1', old),
        plan('answered, fresh', 'answered', '1', fresh),
        plan('lost by a living machine', 'lost', '1', old),
        plan('lost by one that is gone', 'lost', '2', old),
        plan('waiting', 'queued', '1', old),
      ],
    });
    const stack = (letter: string, deletedAt: Date | null) => ({
      id: id(letter),
      tenantId: TENANT,
      name: letter,
      action: 'CREATE',
      status: 'COMPLETE',
      template: {},
      parameters: {},
      requestId: letter,
      deletedAt,
    });
    await db.cloudStack.createMany({ data: [stack('b', old), stack('c', null)] });
    await db.cloudStackEvent.createMany({
      data: [old, fresh].map((at) => ({
        stackId: id('c'),
        at,
        resourceName: 'r',
        action: 'CREATE',
        status: 'COMPLETE',
      })),
    });
    await db.cloudMachineEvent.createMany({ data: [old, fresh].map((at) => ({ at, event: {} })) });

    expect(await prune({ db }, before)).toBe(7);

    expect((await db.cloudOperation.findMany()).map(({ requestId }) => requestId).sort()).toEqual(['fresh', 'running']);
    expect((await db.cloudMachine.findMany()).map(({ hostname }) => hostname).sort()).toEqual(['1', '3']);
    expect((await db.cloudPlan.findMany()).map((one) => one.id).sort()).toEqual([
      'answered, fresh',
      'lost by a living machine',
      'waiting',
    ]);
    expect((await db.cloudStack.findMany()).map(({ name }) => name)).toEqual(['c']);
    expect(await db.cloudStackEvent.count()).toBe(1);
    expect(await db.cloudMachineEvent.count()).toBe(1);
    expect(await prune({ db }, before)).toBe(0);
  });

  it('takes more than one statement when there is much', async () => {
    const { db } = database;
    await db.cloudMachineEvent.createMany({ data: Array.from({ length: 2_500 }, () => ({ at: old, event: {} })) });
    expect(await prune({ db }, before)).toBe(2_500);
  });
});
