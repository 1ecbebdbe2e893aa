import { testSecrets } from '@/lib/cloud/embedded/testing';
import { cloudContract } from '@/lib/cloud/testing/contract';
import { openStackOfTests, settingsOfTests } from './testing';

/** The suite of every cloud on a real OpenStack: `npm run test:openstack`. */
cloudContract(
  'openstack',
  async () => {
    const clouds = [openStackOfTests(settingsOfTests())];
    const [cloud] = clouds as [(typeof clouds)[number]];
    return {
      cloud,
      scope: { tenantId: 'a'.repeat(32) },
      otherScope: { tenantId: 'b'.repeat(32) },
      seal: testSecrets.seal,
      another: async () => {
        const other = openStackOfTests(settingsOfTests());
        clouds.push(other);
        return other;
      },
      dispose: async () => {
        for (const one of clouds) await one.stop();
      },
    };
  },
  180_000,
);
