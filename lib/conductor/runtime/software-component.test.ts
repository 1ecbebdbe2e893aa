import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import type { RunningContainer } from '@/lib/container/create-container';
import { startContainer } from '@/lib/container/testing/start-container';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { EnvironmentModel } from '@/lib/model/environment';
import { ended, newTestId, queueRun } from './testing/bench';

const APP_SERVER = path.resolve('lib/conductor/runtime/testing/packages/com.example.AppServer');

describe('a package that emits a software component', () => {
  let database: TestDatabase;
  let container: RunningContainer;

  beforeAll(async () => {
    database = await createTestDatabase();
    container = await startContainer(database.url, {}, { catalogDirectory: catalogWith(APP_SERVER) });
  });
  afterAll(async () => {
    await container.close();
    await database.drop();
  });

  async function deploy(model: EnvironmentModel): Promise<EnvironmentModel> {
    const { id } = await queueRun(database.db, [], { model });
    await container.conductor.submit(id);
    expect(await ended(database.db, id)).toMatchObject({ state: 'success', problem: null });
    const row = await database.db.environment.findUniqueOrThrow({ where: { id: model.id } });
    return row.model as unknown as EnvironmentModel;
  }

  it('has it run on its machine, and finds what it reports in the model', async () => {
    const id = newTestId();
    const type = 'com.example.AppServer';
    const entry = { '?': { id, type }, id, type, name: 'app1', port: 8080, units: [] };
    const made = await deploy({ id: newTestId(), name: 'shop', services: [entry] });
    expect(made.services[0]).toMatchObject({ url: 'http://app:8080/', log: 'CREATE with port 8080\n' });

    const [service] = made.services;
    const changed = await deploy({ ...made, services: service ? [{ ...service, port: 9090 }] : [] });
    expect(changed.services[0]).toMatchObject({ url: 'http://app:9090/', log: 'UPDATE with port 9090\n' });
  });
});
