import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/crypto';
import { insertEnvironment } from './environment-inserts';
import { listEvents } from './events';
import { createTestDatabase, type TestDatabase } from './testing';
import { transaction } from './transaction';

const [ACME, OTHER] = ['a'.repeat(32), 'b'.repeat(32)];
const USER = 'c'.repeat(32);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.tenant.createMany({
    data: [
      { id: ACME, name: 'acme' },
      { id: OTHER, name: 'other' },
    ],
  });
});
afterAll(() => database.drop());

function create(name: string, tenantId = ACME, db: Parameters<typeof insertEnvironment>[0] = database.db) {
  const id = newId();
  return insertEnvironment(
    db,
    { id, tenantId, userId: USER, name },
    { kind: 'environment.created', entity: 'environment', entityId: id, text: `Ada created ${name}`, data: { name } },
    {
      userId: USER,
      tenantId,
      action: 'environment.create',
      target: 'environment',
      targetId: id,
      requestId: `of ${name}`,
    },
  );
}

/** What is stored of environments with these names. */
async function stored(names: string[], tenantId = ACME) {
  const rows = await database.db.environment.findMany({
    where: { tenantId, name: { in: names } },
    orderBy: { name: 'asc' },
  });
  return Promise.all(
    rows.map(async ({ id, name, model, version, createdBy, eventSeq }) => ({
      name,
      version,
      createdBy,
      eventSeq,
      model: JSON.stringify(model) === JSON.stringify({ id, name, services: [] }) || model,
      events: (await listEvents(database.db, id, { afterSeq: 0, limit: 9 })).map(({ seq, kind, entityId, text }) => [
        seq,
        kind,
        entityId === id,
        text,
      ]),
      audited: (await database.db.auditEntry.findMany({ where: { targetId: id } })).map(
        ({ userId, tenantId: of, action, target, details, requestId }) => [
          userId,
          of,
          action,
          target,
          details,
          requestId,
        ],
      ),
    })),
  );
}

const whole = (name: string, tenantId = ACME) => ({
  name,
  version: 0,
  createdBy: USER,
  eventSeq: 1,
  model: true,
  events: [[1, 'environment.created', true, `Ada created ${name}`]],
  audited: [[USER, tenantId, 'environment.create', 'environment', {}, `of ${name}`]],
});

describe('environments that are created in the same moment', () => {
  test('are told to whoever asked for each, and stored with their first event and audit row', async () => {
    const names = Array.from({ length: 120 }, (_, i) => `env ${String(i).padStart(3, '0')}`);
    const made = await Promise.all(names.map((name) => create(name)));
    expect(made.map((row) => [row?.name, row?.tenantId, row?.status, row?.eventSeq])).toEqual(
      names.map((name) => [name, ACME, 'ready', 1]),
    );
    expect(await stored(names)).toEqual(names.map((name) => whole(name)));
  });

  test('have one name once in a tenant, whatever the case, and each tenant has its own', async () => {
    const asked = ['Shop', 'shop', 'SHOP', 'store', 'Store'];
    const made = await Promise.all([...asked.map((name) => create(name)), create('shop', OTHER)]);
    const given = made.map((row) => row?.name.toLowerCase() ?? null);
    expect(
      given
        .slice(0, 5)
        .filter((name) => name !== null)
        .sort(),
    ).toEqual(['shop', 'store']);
    expect(given[5]).toBe('shop');
    const names = made.flatMap((row) => (row?.tenantId === ACME ? [row.name] : []));
    expect(await stored(asked)).toEqual(names.sort().map((name) => whole(name)));
    expect(await stored(['shop'], OTHER)).toEqual([whole('shop', OTHER)]);
    expect(await create('sHop')).toBeNull();
  });

  test('wait for no lock in a circle when more than one statement creates the same names', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `both ${String(i).padStart(2, '0')}`);
    const made = await Promise.all([...names, ...names.toReversed()].map((name) => create(name)));
    expect(made.filter((row) => row !== null)).toHaveLength(names.length);
    expect(await stored(names)).toEqual(names.map((name) => whole(name)));
  });

  test('fail alone: one that the database refuses takes none with it', async () => {
    const settled = await Promise.allSettled([create('before'), create('nowhere', 'd'.repeat(32)), create('after')]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(settled[1]).toMatchObject({ reason: { code: '23503' } });
    expect(await stored(['after', 'before', 'nowhere'])).toEqual([whole('after'), whole('before')]);
  });

  test('belong to the transaction they are created in', async () => {
    const undone = transaction(database.db, async (tx) => {
      expect(await create('within', ACME, tx)).toMatchObject({ name: 'within', eventSeq: 1 });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await stored(['within'])).toEqual([]);
    await transaction(database.db, (tx) => create('within', ACME, tx));
    expect(await stored(['within'])).toEqual([whole('within')]);
  });
});
