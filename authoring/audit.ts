import fs from 'node:fs';
import { readCsv } from '@/lib/administration/audit/csv';
import { compareWithLog, readCopy, verifyAuditLog, verifyCopy, verifyExport } from '@/lib/administration/audit/verify';
import { checkSettings } from '@/lib/config/env';
import { type Db, openDatabase } from '@/lib/db/client';
import type { ChainFault, ChainReport } from '@/lib/formats/audit-chain/verify';

const USAGE = `Usage: npm run audit                        verifies the audit log of the database (DATABASE_URL)
       npm run audit -- --file export.csv  verifies an export, or a copy that the server wrote, and whether the log still is that`;

/**
 * npm run audit: whether the audit log, or an export of it, is as it was written.
 *
 * @param words of the command line
 * @param env the variables of the process
 * @param print takes each line of what was found
 * @returns the exit code: 0 nothing is wrong, 1 something was tampered with, 2 it cannot be verified
 */
export async function runAuditCommandLine(
  words: readonly string[],
  env: Record<string, string | undefined>,
  print: (line: string) => void,
): Promise<number> {
  const [option, file] = words;
  if (words.length > 0 && (option !== '--file' || file === undefined || words.length > 2)) {
    print(USAGE);
    return 2;
  }
  const { databaseUrl } = checkSettings(env);
  if (databaseUrl === null && file === undefined) {
    print('DATABASE_URL is not set: it says where the audit log is.');
    return 2;
  }
  const db = databaseUrl === null ? null : openDatabase(databaseUrl, 1);
  try {
    return await verify(db, file, print);
  } catch (error) {
    print(`It cannot be verified: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  } finally {
    await db?.$disconnect();
  }
}

async function verify(db: Db | null, file: string | undefined, print: (line: string) => void): Promise<number> {
  const reports: [string, ChainReport & { unsealed?: number }][] = [];
  if (file !== undefined) {
    const text = fs.readFileSync(file, 'utf8');
    const isCopy = text.startsWith('{');
    const entries = isCopy ? readCopy(text) : readCsv(text);
    const report = await (isCopy ? verifyCopy(entries) : verifyExport(entries));
    const others = db === null ? [] : await compareWithLog(db, entries);
    reports.push([isCopy ? 'The copy' : 'The export', { ...report, faults: [...report.faults, ...others] }]);
  }
  if (db !== null) reports.push(['The audit log', await verifyAuditLog(db)]);
  for (const [what, report] of reports) for (const line of linesOf(what, report)) print(line);
  return reports.every(([, { faults }]) => faults.length === 0) ? 0 : 1;
}

function linesOf(what: string, { entries, faults, end, unsealed = 0 }: ChainReport & { unsealed?: number }): string[] {
  if (faults.length > 0) return [`${what} was tampered with:`, ...faults.map(({ found }: ChainFault) => `  ${found}`)];
  const at = end === null ? '' : `, to place ${end.position} with the hash ${end.hash}`;
  const young =
    unsealed === 0
      ? []
      : [`Not in the chain yet: ${count(unsealed)}. A running server puts them there within a second.`];
  return [`${what} is as it was written: ${count(entries)}${at}.`, ...young];
}

function count(entries: number): string {
  return `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
}
