import { Client } from 'pg';
import { verifyAuditLog } from '@/lib/administration/audit/verify';
import { examineBroker } from '@/lib/cloud/agents/doctor';
import type { Examination } from '@/lib/cloud/openstack/doctor';
import { examineOpenStack } from '@/lib/cloud/openstack/doctor';
import { examinePool } from '@/lib/cloud/pool/doctor';
import { checkSettings } from '@/lib/config/env';
import { type AuditCopyRow, listAuditCopies } from '@/lib/db/audit-copies';
import { openDatabase } from '@/lib/db/client';
import { sqlStateOf } from '@/lib/db/sql-state';

const MARKS = { fine: 'ok', warning: '!', wrong: 'WRONG' } as const;
const CONNECT_MS = 5_000;
const UNDEFINED_TABLE = '42P01';

/**
 * npm run doctor: looks at everything that a server with these settings needs, and tells it as a table.
 *
 * @param env the variables of the process
 * @returns the lines to print, and whether a server would work
 */
export async function examineInstallation(
  env: Record<string, string | undefined>,
): Promise<{ lines: string[]; ok: boolean }> {
  const settings = checkSettings(env);
  const found: Examination[] = settings.problems.map((sentence) => ({
    what: 'Settings',
    state: 'wrong',
    found: sentence,
  }));
  if (settings.problems.length === 0) found.push({ what: 'Settings', state: 'fine', found: 'are right' });
  if (settings.databaseUrl !== null) found.push(await examineDatabase(settings.databaseUrl));
  if (settings.openStack) {
    found.push(...(await examineOpenStack(settings.openStack)));
    found.push(...(await examineBroker(settings.openStack.broker)));
  }
  if (settings.pool && settings.databaseUrl !== null && found.every(({ state }) => state !== 'wrong')) {
    const db = openDatabase(settings.databaseUrl, 1);
    found.push(...(await examinePool(db, { ...settings.pool, now: new Date() }).finally(() => db.$disconnect())));
  }
  if (settings.databaseUrl !== null && found.every(({ what, state }) => what !== 'PostgreSQL' || state === 'fine'))
    found.push(...(await examineAuditLog(settings.databaseUrl)));
  return { lines: table(found), ok: found.every(({ state }) => state !== 'wrong') };
}

async function examineDatabase(url: string): Promise<Examination> {
  const what = 'PostgreSQL';
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; creates: boolean }>(
      `select current_setting('server_version') as version,
              has_database_privilege(current_database(), 'CREATE') as creates`,
    );
    const [row] = rows;
    if (!row?.creates) return { what, state: 'wrong', found: 'The user may not create schemas in this database.' };
    return { what, state: 'fine', found: `version ${row.version}` };
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    return { what, state: 'wrong', found: `It cannot be reached: ${reason}. Check DATABASE_URL.` };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether the audit log is as it was written, and copied; a database that no server has used yet has none. */
async function examineAuditLog(url: string): Promise<Examination[]> {
  const what = 'Audit log';
  const db = openDatabase(url, 1);
  try {
    const { entries, faults } = await verifyAuditLog(db);
    const [first] = faults;
    const copies = (await listAuditCopies(db)).map(examineCopy);
    if (!first) return [{ what, state: 'fine', found: `is as it was written, ${entries} entries` }, ...copies];
    const found = `was tampered with (${faults.length}): ${first.found} npm run audit names all.`;
    return [{ what, state: 'wrong', found }, ...copies];
  } catch (error) {
    if (sqlStateOf(error) === UNDEFINED_TABLE) return [{ what, state: 'fine', found: 'is made at the next start' }];
    throw error;
  } finally {
    await db.$disconnect();
  }
}

/** A copy without which nothing may be done is wrong when it fails; another one is not what a server needs to work. */
function examineCopy({ address, behind, problem, required }: AuditCopyRow): Examination {
  const what = 'Audit copy';
  const late = behind === 0 ? 'has every entry' : `is ${behind} behind`;
  if (problem === null) return { what, state: 'fine', found: `${address} ${late}` };
  const refused = required ? ' Nothing may be done meanwhile (VETRO_AUDIT_REQUIRED).' : '';
  return { what, state: required ? 'wrong' : 'warning', found: `${problem} It ${late}.${refused}` };
}

function table(found: readonly Examination[]): string[] {
  const width = Math.max(...found.map(({ what }) => what.length));
  return found.map(({ what, state, found: words }) => `${MARKS[state].padEnd(6)}${what.padEnd(width + 2)}${words}`);
}
