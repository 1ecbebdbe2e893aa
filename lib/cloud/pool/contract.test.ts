import { testSecrets } from '@/lib/cloud/embedded/testing';
import { cloudContract } from '@/lib/cloud/testing/contract';
import { createTestDatabase } from '@/lib/db/testing';
import { createPoolCloud, type PoolCloud } from './index';

cloudContract(
  'pool',
  async () => {
    const database = await createTestDatabase();
    const clouds: PoolCloud[] = [];
    const start = async () => {
      const cloud = createPoolCloud({
        ...database,
        ...testSecrets,
        agents: { program: '/nonexistent', releaseKey: null, addresses: [] },
      });
      await cloud.start();
      clouds.push(cloud);
      return cloud;
    };
    return {
      cloud: await start(),
      scope: { tenantId: 'a'.repeat(32) },
      otherScope: { tenantId: 'b'.repeat(32) },
      seal: testSecrets.seal,
      another: start,
      dispose: async () => {
        for (const one of clouds) await one.stop();
        await database.drop();
      },
    };
  },
  30_000,
);
