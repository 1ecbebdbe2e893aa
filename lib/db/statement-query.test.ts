import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStatementQuery } from './statement-query';
import { createTestDatabase, type TestDatabase } from './testing';

let database: TestDatabase;
let client: pg.Client;
let described = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await connected();
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('rowDescription', () => {
    described += 1;
  });
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function connected(): Promise<pg.Client> {
  const one = new pg.Client({ connectionString: database.url, pipeline: true });
  await one.connect();
  return one;
}

function ask(statement: pg.QueryConfig, through = client): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    through.query(
      createStatementQuery(through, statement, (error, result) =>
        error ? reject(error) : resolve(result as pg.QueryResult),
      ),
    );
  });
}

const MIXED = {
  name: 'mixed',
  text: `select n, n * 2 as twice, case when n = 2 then null else 'text' end as maybe, to_timestamp(n) as at,
                jsonb_build_object('n', n) as json from generate_series(1, $1::int) as n`,
};

describe('a statement of a connection', () => {
  test('reads the same rows when it is asked again, of each type, null among them, none and many', async () => {
    const first = await ask({ ...MIXED, values: [3] });
    const again = await ask({ ...MIXED, values: [3] });
    expect(first.rows).toHaveLength(3);
    expect(first.rows[1]).toEqual({ n: 2, twice: 4, maybe: null, at: new Date(2000), json: { n: 2 } });
    expect(again.rows).toEqual(first.rows);
    expect(again.fields.map(({ name }) => name)).toEqual(['n', 'twice', 'maybe', 'at', 'json']);
    expect((await ask({ ...MIXED, values: [0] })).rows).toEqual([]);
  });

  test('is described the first time only', async () => {
    const before = described;
    const statement = { name: 'described once', text: 'select $1::int as it' };
    for (const value of [1, 2, 3]) expect((await ask({ ...statement, values: [value] })).rows).toEqual([{ it: value }]);
    expect(described - before).toBe(1);
  });

  test('has rows of its own each time', async () => {
    const statement = { name: 'own rows', text: 'select 1 as it' };
    const [row] = (await ask(statement)).rows;
    row.it = 'changed';
    expect((await ask(statement)).rows).toEqual([{ it: 1 }]);
    expect(await Promise.all([ask(statement), ask(statement)]).then((both) => both.map(({ rows }) => rows))).toEqual([
      [{ it: 1 }],
      [{ it: 1 }],
    ]);
  });

  test('that fails, before it was ever answered or after, is answered the next time', async () => {
    const statement = { name: 'fails for zero', text: 'select 12 / $1::int as it' };
    for (const [value, answer] of [
      [0, 'division by zero'],
      [4, [{ it: 3 }]],
      [0, 'division by zero'],
      [6, [{ it: 2 }]],
    ])
      expect(
        await ask({ ...statement, values: [value] }).then(
          ({ rows }) => rows,
          (error) => error.message,
        ),
      ).toEqual(answer);
  });

  test('that returns nothing says how many rows it changed, each time', async () => {
    await ask({ text: 'create table counted (n int)' });
    const statement = { name: 'counted', text: 'insert into counted select generate_series(1, $1::int)' };
    for (const count of [2, 3]) expect((await ask({ ...statement, values: [count] })).rowCount).toBe(count);
  });

  test('of another connection is described there', async () => {
    const other = await connected();
    expect((await ask({ ...MIXED, values: [1] }, other)).rows).toHaveLength(1);
    await other.end();
  });
});
