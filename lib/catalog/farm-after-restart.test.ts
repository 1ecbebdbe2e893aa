import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended, eventsOf, newTestId, queueRun } from '@/lib/conductor/runtime/testing/bench';
import type { RunningContainer } from '@/lib/container/create-container';
import { startContainer } from '@/lib/container/testing/start-container';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { EnvironmentModel } from '@/lib/model/environment';

/** Murano v0.2 counted host names in memory: after a restart a farm that grew got a machine called web1 again. */

let database: TestDatabase;
let container: RunningContainer;
beforeAll(async () => {
  database = await createTestDatabase();
  container = await startContainer(database.url);
});
afterAll(async () => {
  await container.close();
  await database.drop();
});

async function deploy(model: EnvironmentModel) {
  const { id } = await queueRun(database.db, [], { model });
  await container.conductor.submit(id);
  const { state } = await ended(database.db, id);
  const plans = (await eventsOf(database.db, id)).filter(
    ({ kind, data }) => kind === 'effect.started' && data.effect === 'plan',
  );
  const row = await database.db.environment.findUniqueOrThrow({ where: { id: model.id } });
  return { state, plans: plans.map(({ text }) => text), model: row.model as unknown as EnvironmentModel };
}

const machines = () => database.db.cloudMachine.findMany({ where: { deletedAt: null }, orderBy: { hostname: 'asc' } });

describe('a deployed farm web# of 2', () => {
  it('scenario 33, rough edges 13 and 23: that gets a unit after a restart of the engine: host web3, password, IIS, member; the old VMs untouched', async () => {
    const first = await deploy({
      id: newTestId(),
      name: 'restarted',
      services: [
        {
          id: newTestId(),
          type: 'webServerFarm',
          name: 'farm',
          adminPassword: container.box.seal('W3b-Passw0rd!'),
          loadBalancerPort: 80,
          healthCheckPath: '/',
          unitNamingPattern: 'web#',
          flavor: 'm1.medium',
          osImage: { name: 'ws-2022-std', title: 'Windows Server 2022', type: 'windows.2022' },
          units: [
            { id: newTestId(), name: 'farm_instance_0' },
            { id: newTestId(), name: 'farm_instance_1' },
          ],
        },
      ],
    });
    expect(first.state).toBe('success');
    const before = await machines();
    expect(before.map(({ hostname }) => hostname)).toEqual(['web1', 'web2']);

    await container.close();
    container = await startContainer(database.url);

    const grown = structuredClone(first.model);
    grown.services[0]?.units.push({ id: newTestId(), name: 'farm_instance_2' });
    const second = await deploy(grown);
    expect(second.state).toBe('success');
    expect(second.plans.slice().sort()).toEqual([
      'Installing the web server on web3',
      "Setting the administrator's password on web3",
    ]);
    const after = await machines();
    expect(after.map(({ hostname }) => hostname)).toEqual(['web1', 'web2', 'web3']);
    expect(after.slice(0, 2)).toEqual(before);
    const members = await database.db.cloudResource.findMany({ where: { type: 'OS::Octavia::PoolMember' } });
    expect(members.map(({ name }) => name).sort()).toEqual(['web1-member', 'web2-member', 'web3-member']);
    expect(second.model.services[0]?.uri).toBe(first.model.services[0]?.uri);
  });
});
