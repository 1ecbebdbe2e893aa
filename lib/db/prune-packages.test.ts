import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPackageStore } from './packages';
import { prunePackages } from './prune-packages';
import { createTestDatabase, type TestDatabase } from './testing';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const id = (letter: string) => letter.repeat(32);
const LATER = new Date(Date.now() + 86_400_000);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db.tenant.create({ data: { id: id('a'), name: 'acme' } });
});
afterAll(() => database.drop());

const pack = (name: string, version: string, tenantId = '') => {
  const content = (text: string) => ({ digest: digest(text), content: Buffer.from(text) });
  return {
    ...{
      id: digest(name + version).slice(0, 32),
      tenantId,
      name,
      version,
      format: 'f',
      digest: digest(`${name} ${version}`),
    },
    ...{ shipped: tenantId === '', createdBy: null },
    files: new Map([
      ['manifest', content(`${name} ${version}`)],
      ['same', content(`of every version of ${name}`)],
    ]),
  };
};
const lockOf = (name: string, version: string) => ({
  services: [],
  packages: { [name]: { version, digest: digest(`${name} ${version}`) } },
});
const stored = async () => {
  const rows = await database.db.packageContent.findMany({ orderBy: [{ name: 'asc' }, { version: 'asc' }] });
  return rows.map(({ name, version }) => `${name} ${version}`);
};

it('contents go when the product brings others and no document that is kept has them', async () => {
  const { db } = database;
  const store = createPackageStore(db);
  const names = ['deployed', 'drafted', 'history', 'nobody'];
  await store.ship(names.map((name) => pack(name, '1')));
  await store.ship(names.map((name) => pack(name, '2')));
  await store.add(pack('uploaded', '1', id('a')));
  const environment = { tenantId: id('a'), name: 'e', id: id('e'), model: lockOf('deployed', '1') };
  await db.environment.create({ data: environment });
  const empty = { services: [] };
  await db.session.create({
    data: {
      id: id('1'),
      environmentId: id('e'),
      userId: id('f'),
      version: 0,
      baseModel: empty,
      model: lockOf('drafted', '1'),
    },
  });
  await db.run.create({
    data: {
      id: id('2'),
      environmentId: id('e'),
      userId: id('f'),
      modelBefore: empty,
      modelAsked: lockOf('history', '1'),
    },
  });

  expect(await prunePackages(db, new Date(Date.now() - 86_400_000))).toBe(0);
  expect(await prunePackages(db, LATER)).toBe(1);
  const kept = [
    'deployed 1',
    'deployed 2',
    'drafted 1',
    'drafted 2',
    'history 1',
    'history 2',
    'nobody 2',
    'uploaded 1',
  ];
  expect(await stored()).toEqual(kept);
  // the file that both versions have stays with the one that is left
  expect((await store.files(digest('nobody 2')))?.size).toBe(2);
  expect(await db.packageBlob.count({ where: { digest: digest('nobody 1') } })).toBe(0);
  expect(await store.files(digest('nobody 1'))).toBeNull();

  await db.run.deleteMany();
  expect(await prunePackages(db, LATER)).toBe(1);
  expect(await stored()).not.toContain('history 1');
});
