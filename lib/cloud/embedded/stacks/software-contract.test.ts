import { startTestCloud, testSecrets } from '@/lib/cloud/embedded/testing';
import { softwareContract } from '@/lib/cloud/testing/software-contract';
import { createTestDatabase } from '@/lib/db/testing';

softwareContract('embedded', async () => {
  const database = await createTestDatabase();
  const { cloud } = await startTestCloud(database);
  return {
    cloud,
    scope: { tenantId: 'a'.repeat(32) },
    image: 'debian-12-murano',
    seal: testSecrets.seal,
    dispose: async () => {
      await cloud.stop();
      await database.drop();
    },
  };
});
