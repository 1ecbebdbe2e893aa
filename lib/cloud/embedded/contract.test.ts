import { cloudContract } from '@/lib/cloud/contract';
import { createTestDatabase } from '@/lib/db/testing';
import { startTestCloud } from './testing';

cloudContract('embedded', async () => {
  const database = await createTestDatabase();
  const { cloud } = await startTestCloud(database);
  return {
    cloud,
    scope: { tenantId: 'a'.repeat(32) },
    otherScope: { tenantId: 'b'.repeat(32) },
    image: 'ws-2022-std',
    flavor: 'm1.medium',
    dispose: async () => {
      await cloud.stop();
      await database.drop();
    },
  };
});
