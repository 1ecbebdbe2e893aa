import { shippedPackages, testSecrets } from '@/lib/cloud/embedded/testing';
import { cloudContract } from '@/lib/cloud/testing/contract';
import { createMemoryCloud } from './memory-cloud';
import { emptyCloudState } from './memory-cloud-state';

cloudContract(
  'in memory',
  async () => {
    const cloud = createMemoryCloud({ state: emptyCloudState(), packages: shippedPackages, ...testSecrets });
    return {
      cloud,
      scope: { tenantId: 'a'.repeat(32) },
      otherScope: { tenantId: 'b'.repeat(32) },
      seal: testSecrets.seal,
      another: async () => cloud,
      dispose: async () => undefined,
    };
  },
  30_000,
);
