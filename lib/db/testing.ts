import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Db, openDatabase } from './client';
import { migrate } from './migrate';

export interface TestDatabase {
  url: string;
  db: Db;
  /** Closes the client and drops the database. */
  drop: () => Promise<void>;
}

export interface TestDatabaseOptions {
  /** a database to copy, rows and all; nobody may be connected to it meanwhile */
  copyOf?: TestDatabase;
  /** as an earlier release left it, brought up to date by the migrations that came since */
  earlier?: EarlierRelease;
  /** what is in it from the start, besides what is in that of every test */
  filled?: Filling;
  /** of the server to make it on; the one that `TEST_DATABASE_URL` names when left out */
  serverUrl?: string;
}

/** Rows that many databases of tests have: they are written once, and copied. */
export interface Filling {
  /** differs for other rows */
  key: string;
  write: (db: Db) => Promise<void>;
}

/** A database of an earlier release. */
export interface EarlierRelease {
  /** name of the last migration it had */
  migration: string;
  /** path of the SQL that fills it */
  rows: string;
}

/**
 * Makes the database that those of tests are copied from, unless it is there or no PostgreSQL is given.
 *
 * @param complete adds to the migrated database what others than the product's migrations put there
 */
export async function prepareTestTemplate(complete: (url: string) => Promise<void>): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock(4711)');
    await ensureDatabase(admin, templateName(), 'template1', async (name) => {
      const url = withDatabase(server, name);
      await migrate(url);
      await complete(url);
    });
  } finally {
    await admin.end();
  }
}

/** Makes a database from another unless it is there. Whoever calls it has locked out others who do. */
async function ensureDatabase(
  admin: pg.Client,
  name: string,
  from: string,
  write: (name: string) => Promise<void>,
): Promise<void> {
  const known = await admin.query('select 1 from pg_database where datname = $1', [name]);
  if (known.rowCount !== 0) return;
  // Under its name only when it is whole: whoever looks for it by that name may copy it.
  await admin.query(`drop database if exists ${name}_unfinished`);
  await admin.query(copyStatement(`${name}_unfinished`, from));
  await write(`${name}_unfinished`);
  await admin.query(`alter database ${name}_unfinished rename to ${name}`);
}

/**
 * A database of its own for one test file, on the real PostgreSQL that `TEST_DATABASE_URL` names: a copy of the one
 * that `prepareTestTemplate` has made.
 *
 * @throws Error when TEST_DATABASE_URL is not set (run the tests through `npm run unit`)
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  // The tests' own setting, not the product's: lib/config does not know it.
  const server = options.serverUrl ?? process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is not set: run tests with "npm run unit" (it starts a PostgreSQL)');
  const { copyOf, filled } = options;
  const base = copyOf ? new URL(copyOf.url).pathname.slice(1) : templateName();
  const template = filled ? `${base}_${createHash('sha256').update(filled.key).digest('hex').slice(0, 16)}` : base;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock(4711)');
    if (filled) {
      await ensureDatabase(admin, template, base, async (unfinished) => {
        const db = openDatabase(withDatabase(server, unfinished), 2);
        await filled.write(db).finally(() => db.$disconnect());
      });
    }
    // A server of a test's own has no template.
    const isEmpty = options.serverUrl !== undefined || options.earlier !== undefined;
    await admin.query(isEmpty ? `create database ${name}` : copyStatement(name, template));
  } finally {
    await admin.end();
  }
  const url = withDatabase(server, name);
  if (options.earlier) await fillAsEarlier(url, options.earlier);
  if (options.serverUrl || options.earlier) await migrate(url);
  const db = openDatabase(url, 10);
  return {
    url,
    db,
    drop: async () => {
      await db.$disconnect();
      const client = new pg.Client({ connectionString: server });
      await client.connect();
      await client.query(`drop database if exists ${name} with (force)`).finally(() => client.end());
    },
  };
}

/** By file: block by block through the log, as is usual, costs the server three times as much. */
function copyStatement(name: string, template: string): string {
  return `create database ${name} template ${template} strategy file_copy`;
}

async function fillAsEarlier(url: string, { migration, rows }: EarlierRelease): Promise<void> {
  const all = path.resolve('prisma/migrations');
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-earlier-'));
  try {
    const names = fs.readdirSync(all).filter((name) => name <= migration);
    for (const name of names) fs.symlinkSync(path.join(all, name), path.join(directory, name));
    await migrate(url, directory);
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(fs.readFileSync(rows, 'utf8')).finally(() => client.end());
}

function withDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.toString();
}

/** Named after the migrations in it: a server that outlives a run may hold one of earlier migrations. */
function templateName(): string {
  const directory = path.resolve('prisma/migrations');
  const hash = createHash('sha256');
  for (const name of fs.readdirSync(directory).sort()) {
    const file = path.join(directory, name, 'migration.sql');
    if (fs.existsSync(file)) hash.update(fs.readFileSync(file));
  }
  return `template_${hash.digest('hex').slice(0, 16)}`;
}
