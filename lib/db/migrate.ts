import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/**
 * The committed migrations that a database does not have.
 *
 * @param directory folder of `NNNN_what/migration.sql` folders
 */
export async function pendingMigrations(db: Db, directory = path.resolve('prisma/migrations')): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    Prisma.sql`select migration_name as name from _prisma_migrations where finished_at is not null`,
  );
  const applied = new Set(rows.map(({ name }) => name));
  return migrationNames(directory).filter((name) => !applied.has(name));
}

function migrationNames(directory: string): string[] {
  return fs
    .readdirSync(directory)
    .filter((name) => fs.existsSync(path.join(directory, name, 'migration.sql')))
    .sort();
}

/** Any number chosen once: replicas that start together wait for each other on it. */
const MIGRATION_LOCK = 7_310_642;

/**
 * Applies the committed SQL migrations that a database does not have yet, each in its own
 * transaction, and records them in Prisma's own `_prisma_migrations` table, so that Prisma's tools
 * understand the result.
 *
 * @param url PostgreSQL connection string
 * @param directory folder of `NNNN_what/migration.sql` folders
 * @returns the names applied now, in order; empty when the database was up to date
 * @throws Error when an applied migration was changed afterwards, or when one fails (nothing of it stays)
 */
export async function migrate(url: string, directory = path.resolve('prisma/migrations')): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`create table if not exists _prisma_migrations (
      id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz,
      migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
      started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`);
    const known = new Map<string, string>();
    const rows = await client.query<{ migration_name: string; checksum: string }>(
      'select migration_name, checksum from _prisma_migrations where finished_at is not null',
    );
    for (const row of rows.rows) known.set(row.migration_name, row.checksum);

    const applied: string[] = [];
    for (const name of migrationNames(directory)) {
      const sql = fs.readFileSync(path.join(directory, name, 'migration.sql'), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const before = known.get(name);
      if (before === checksum) continue;
      if (before) throw new Error(`migration ${name} was changed after it had been applied`);
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query(
          `insert into _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
           values ($1, $2, now(), $3, 1)`,
          [randomUUID(), checksum, name],
        );
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      applied.push(name);
    }
    return applied;
  } finally {
    await client.end();
  }
}
