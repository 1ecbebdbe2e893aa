import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_REPORTS, type NewEvent } from '@/lib/model/event';
import { appendEvents } from './events';
import { listReports } from './runs';
import { createTestDatabase, type TestDatabase } from './testing';
import { transaction } from './transaction';

const TENANT = 'a'.repeat(32);
const ENVIRONMENT = 'e'.repeat(32);
const RUN = 'd'.repeat(32);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.tenant.create({ data: { id: TENANT, name: 'acme' } });
  await database.db.environment.create({ data: { id: ENVIRONMENT, tenantId: TENANT, name: 'one', model: {} } });
});
afterAll(() => database.drop());

test('of a run that reported more than anybody reads at once there are the newest, oldest first', async () => {
  const reports = Array.from(
    { length: MAX_REPORTS + 3 },
    (_, at): NewEvent => ({ kind: 'report', entity: 'environment', entityId: ENVIRONMENT, text: `report ${at}` }),
  );
  await transaction(database.db, (tx) => appendEvents(tx, ENVIRONMENT, RUN, reports));
  const read = await listReports(database.db, { runId: RUN });
  expect(read.map(({ text }) => text)).toEqual(reports.slice(3).map(({ text }) => text));
});
