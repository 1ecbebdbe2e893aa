import path from 'node:path';
import { ensureAdministrator } from '@/lib/auth/first-administrator';
import { seedDemo } from '@/lib/auth/seed';
import type { Config } from '@/lib/config/env';
import { setAuditCopies } from '@/lib/db/audit-copies';
import { type Db, openDatabase } from '@/lib/db/client';
import { createEventHub, type EventHub } from '@/lib/db/event-hub';
import { migrate } from '@/lib/db/migrate';
import { createDatabaseWatch, type DatabaseWatch } from '@/lib/db/watch';
import type { Log } from '@/lib/logging';
import { addressOf } from '@/lib/model/audit-copy';

/** The connections of a process to the database. */
export interface Databases {
  db: Db;
  /**
   * What the cloud has done counts once the conductor has recorded it, and that commit waits for the disk; so does what
   * the conductor notes on its way to a record: these need not wait themselves.
   */
  soonDb: Db;
  database: DatabaseWatch;
  events: EventHub;
  close(): Promise<void>;
}

/**
 * Opens the database, migrated; the hub of its events is not listening yet.
 *
 * @throws Error when the database cannot be reached or migrated
 */
export async function openDatabases(config: Config, log: Log): Promise<Databases> {
  await migrateReachable(config.databaseUrl);
  const db = openDatabase(config.databaseUrl, config.databasePoolSize);
  const soonDb = openDatabase(config.databaseUrl, config.databasePoolSize, 'soon');
  const database = createDatabaseWatch(config.databaseUrl);
  const events = createEventHub(config.databaseUrl, {
    onProblem: (error) => log.warn({ err: error }, 'event hub: its connection to the database was lost'),
  });
  return {
    ...{ db, soonDb, database, events },
    close: async () => {
      database.close();
      await events.close();
      await soonDb.$disconnect();
      await db.$disconnect();
    },
  };
}

/** Writes down what the settings say of the audit log's copies, of the demo's people and of the first administrator. */
export async function applySettings(db: Db, config: Config, log: Log): Promise<void> {
  const { targets, required } = config.auditCopies;
  const copies = targets.map((target) => ({ address: addressOf(target), kind: target.kind }));
  await setAuditCopies(db, copies, required);
  if (config.seed === 'demo') await seedDemo(db);
  if (config.adminPassword !== null && (await ensureAdministrator(db, config.adminPassword))) {
    log.info({ name: 'admin' }, 'made the first administrator, with the password of VETRO_ADMIN_PASSWORD');
  }
}

async function migrateReachable(databaseUrl: string): Promise<void> {
  try {
    await migrate(databaseUrl, path.resolve('prisma/migrations'));
  } catch (error) {
    const { code } = error as { code?: unknown };
    const unreachable = [
      'ECONNREFUSED',
      'ENOTFOUND',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'ECONNRESET',
      'ENOENT',
      '28P01',
      '3D000',
    ];
    if (typeof code !== 'string' || !unreachable.includes(code)) throw error;
    const { hostname, port, pathname, username, searchParams } = new URL(databaseUrl);
    const at = searchParams.get('host') ?? `${hostname}:${port || 5432}`;
    throw new Error(
      `Vetro cannot reach its database ${pathname.slice(1)} at ${at} as ${username}: ${(error as Error).message || code}. Check DATABASE_URL and that PostgreSQL runs.`,
      { cause: error },
    );
  }
}
