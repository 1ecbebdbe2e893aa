import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedCloud } from '@/lib/cloud/embedded';
import type { RunningContainer } from '@/lib/container/create-container';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { EnvironmentModel } from '@/lib/model/environment';
import { ended, newTestId, queueDeployment } from './testing/bench';
import { startContainer } from './testing/container';
import { domainWithWebServer } from './testing/domain';

/** Murano v0.2 waited for ever for a machine that never came; here every wait ends, and others go on meanwhile. */

/** Longer than any machine of these tests takes, unless it never starts. */
const MAX_WAIT_MS = 20_000;

let database: TestDatabase;
let container: RunningContainer;
let faults: EmbeddedCloud['faults'];

beforeAll(async () => {
  database = await createTestDatabase();
  container = await startContainer(database.url, { maxPlanTimeoutMs: MAX_WAIT_MS });
  ({ faults } = container.cloud as EmbeddedCloud);
});
afterAll(async () => {
  await container.close();
  await database.drop();
});
afterEach(async () => {
  for (const { id } of await faults.list()) await faults.remove(id);
});

async function deploy(model: EnvironmentModel) {
  const { id } = await queueDeployment(database.db, [], { model });
  await container.conductor.submit(id);
  const row = await ended(database.db, id, 60_000);
  const gained = await database.db.environment.findUniqueOrThrow({ where: { id: model.id } });
  return { row, model: gained.model as unknown as EnvironmentModel };
}

describe('a machine that never starts', () => {
  it('scenario 25, rough edges 14 and 15: is given up by name after its time; the others are finished, nothing waits for ever', async () => {
    const asked = domainWithWebServer(newTestId(), container.box, 'slow.local');
    await faults.add({ kind: 'boot', target: 'dc2' });
    const { row, model } = await deploy(asked);
    expect(row.state).toBe('failed');
    expect(JSON.stringify(row.problem)).toContain('no answer from dc2 in 20 seconds');
    const states = Object.fromEntries(
      model.services.flatMap(({ units }) => units.map(({ state }) => [state?.hostname, state])),
    );
    expect(states.web1).toMatchObject({ iisInstalled: true, domain: 'slow.local' });
    expect(states.dc1).toMatchObject({ installed: true });
    expect(states.dc2).not.toHaveProperty('installed');
  }, 90_000);
});
