import { createRecordsPool } from '@/lib/db/records-pool';
import { prepareTestTemplate } from '@/lib/db/testing';
import { createDbosJournal } from '../dbos-journal';

const QUIET = { debug: () => undefined, warn: () => undefined };

/**
 * Called by Vitest once for a whole run: the database that every test's own is copied from gets the product's tables
 * and the durable runtime's, which each start of a conductor would else make anew.
 */
export default async function setup(): Promise<void> {
  await prepareTestTemplate(async (url) => {
    const pool = createRecordsPool(url);
    const runs = await createDbosJournal({ url, pool }).open({
      executorId: 'template',
      run: async () => undefined,
      log: QUIET,
    });
    await runs.shutdown();
    await pool.end();
  });
}
