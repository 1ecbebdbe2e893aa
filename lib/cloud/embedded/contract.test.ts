import { cloudContract } from '@/lib/cloud/testing/contract';
import { simulatorContract } from '@/lib/cloud/testing/simulator-contract';
import { createTestDatabase } from '@/lib/db/testing';
import { startTestCloud, testSecrets } from './testing';

const start = async () => {
  const database = await createTestDatabase();
  const clouds = [(await startTestCloud(database)).cloud];
  const [cloud] = clouds as [(typeof clouds)[number]];
  return {
    cloud,
    scope: { tenantId: 'a'.repeat(32) },
    otherScope: { tenantId: 'b'.repeat(32) },
    image: 'ws-2022-std',
    flavor: 'm1.medium',
    seal: testSecrets.seal,
    another: async () => {
      const other = (await startTestCloud(database)).cloud;
      clouds.push(other);
      return other;
    },
    dispose: async () => {
      for (const one of clouds) await one.stop();
      await database.drop();
    },
  };
};

cloudContract('embedded', start, 30_000);
simulatorContract('embedded', start);
