import { createMemoryJournal, createMemoryRecords } from '@/lib/conductor/testing/memory-journal';
import { createRecordsPool } from '@/lib/db/records-pool';
import { createTestDatabase } from '@/lib/db/testing';
import { createDbosJournal } from './dbos-journal';
import { journalContract } from './testing/journal-contract';

journalContract('in memory', async () => {
  const records = createMemoryRecords();
  return { journal: () => createMemoryJournal(records), dispose: async () => undefined };
});

journalContract('of DBOS on PostgreSQL', async () => {
  const database = await createTestDatabase();
  const pool = createRecordsPool(database.url);
  return {
    journal: () => createDbosJournal({ url: database.url, pool }),
    dispose: async () => {
      await pool.end();
      await database.drop();
    },
  };
});
