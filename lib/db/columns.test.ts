import fs from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assignments, columnName, columns, insertion } from './columns';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';
import { createTestDatabase, type TestDatabase } from './testing';

const SCHEMA = fs.readFileSync('prisma/schema.prisma', 'utf8');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Fields whose columns have names of their own; no hot statement asks for them by {@link columns}. */
const OTHERWISE_NAMED = ['PackageFile.packageDigest', 'PackageFile.blobDigest'];

it('every field of schema.prisma is a column of the database, of the name that hot statements give it', async () => {
  const stored = await database.db.$queryRaw<{ column: string }[]>`
    select table_name || '.' || column_name as column from information_schema.columns where table_schema = 'public'`;
  const known = new Set(stored.map(({ column }) => column));
  const enums = Prisma as unknown as Record<string, Record<string, string>>;
  const models = Object.keys(Prisma.ModelName);
  const missing: string[] = [];
  for (const model of models) {
    const table = tableOf(model);
    for (const field of Object.keys(enums[`${model}ScalarFieldEnum`] ?? {})) {
      if (OTHERWISE_NAMED.includes(`${model}.${field}`)) continue;
      if (!known.has(`${table}.${columnName(field)}`)) missing.push(`${model}.${field}`);
    }
  }
  expect(models.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});

/** The table of a model, as schema.prisma maps it. */
function tableOf(model: string): string {
  return new RegExp(`^model ${model} \\{[\\s\\S]*?@@map\\("(\\w+)"\\)`, 'm').exec(SCHEMA)?.[1] ?? model;
}

it('a select list gives every column the name of its field', () => {
  expect(columns<'Session'>('s', ['id', 'environmentId', 'createdAt']).sql).toBe(
    's.id, s.environment_id as "environmentId", s.created_at as "createdAt"',
  );
});

it('new values are stored under the columns of their fields, documents as JSON', async () => {
  const given = {
    id: 'd'.repeat(32),
    tenantId: 'e'.repeat(32),
    stackId: 'f'.repeat(32),
    hostname: 'web',
    address: '',
    queue: '',
  };
  await rowsOf(
    database.db,
    Prisma.sql`insert into cloud_machines ${insertion<'CloudMachine'>({ ...given, facts: { a: [1] } })}`,
  );
  const dueAt = new Date('2026-01-02T03:04:05.678Z');
  const changed = assignments<'CloudMachine'>({ power: 'ready', dueAt, facts: {}, packages: null, image: undefined });
  await rowsOf(database.db, Prisma.sql`update cloud_machines set ${changed} where id = ${given.id}`);
  expect(await database.db.cloudMachine.findUniqueOrThrow({ where: { id: given.id } })).toMatchObject({
    ...given,
    power: 'ready',
    dueAt,
    facts: {},
    packages: null,
    image: '',
  });
});
