import { testSecrets } from '@/lib/cloud/embedded/testing';
import { createPoolCloud } from '@/lib/cloud/pool';
import { softwareContract } from '@/lib/cloud/testing/software-contract';
import { createTestDatabase } from '@/lib/db/testing';
import { readFacts } from './facts';
import { attachAgent } from './testing/attached-agent';

softwareContract('pool', async () => {
  const database = await createTestDatabase();
  const cloud = createPoolCloud({
    ...database,
    ...testSecrets,
    agents: { program: '/nonexistent', releaseKey: null, addresses: [] },
  });
  await cloud.start();
  const agents = [await attachAgent(cloud.pool, 'rack1'), await attachAgent(cloud.pool, 'rack2')];
  return {
    cloud,
    scope: { tenantId: 'a'.repeat(32) },
    image: readFacts(null).systemName,
    seal: testSecrets.seal,
    dispose: async () => {
      for (const agent of agents) await agent.stop();
      await cloud.stop();
      await database.drop();
    },
  };
});
