import { prepareTestTemplate } from '@/lib/db/testing';
import { launchDurableRuns } from '../durable';

const QUIET = { debug: () => undefined, warn: () => undefined };

/**
 * Called by Vitest once for a whole run: the database that every test's own is copied from gets the product's tables
 * and the durable runtime's, which each start of a conductor would else make anew.
 */
export default async function setup(): Promise<void> {
  await prepareTestTemplate(async (databaseUrl) => {
    const runs = await launchDurableRuns({
      databaseUrl,
      executorId: 'template',
      run: async () => undefined,
      log: QUIET,
    });
    await runs.shutdown();
  });
}
