import { alone } from '@/lib/db/alone';
import { entriesAfter, readChainEnds } from '@/lib/db/audit-chain';
import { noteCopied, noteCopyProblem, readAuditCopy } from '@/lib/db/audit-copies';
import type { Db } from '@/lib/db/client';
import type { CopiedEntry } from '@/lib/formats/audit-chain/copy-line';
import type { Log } from '@/lib/logging';
import { type AuditCopyTarget, addressOf } from '@/lib/model/audit-copy';
import { holdsSealed, maskSealed } from '@/lib/model/secret';
import { addToFile } from './file';
import { sendBySyslog } from './syslog';

/** How long an entry that has its place waits for its copy at most, in milliseconds. */
const EVERY_MS = 500;
/** How often it is tried whether a copy can be written while there is nothing to write, and while it fails, in milliseconds. */
const IDLE_MS = 5_000;
const RETRY_MS = 1_000;
/** Entries that are written and noted at once: as many may come twice where a process dies in between. */
const AT_A_TIME = 500;

/** Which process writes a copy: numbers chosen once. */
const LOCKS = { file: 7_310_649, syslog: 7_310_650 } as const;

/**
 * Copies what came to the audit log since the last time, in the order of its chain, by whichever process comes first; each entry
 * at least once.
 */
export function copyTask({ db, log }: { db: Db; log: Pick<Log, 'warn' | 'info'> }, target: AuditCopyTarget) {
  return {
    ...{ name: `copy of the audit log (${target.kind})`, everyMs: EVERY_MS },
    run: async (now: Date) => {
      let isMore = false;
      await alone(db, LOCKS[target.kind], async () => {
        isMore = await copyNext(db, target, log);
      });
      return isMore ? now : null;
    },
  };
}

/** @returns whether there may be more to copy */
async function copyNext(db: Db, target: AuditCopyTarget, log: Pick<Log, 'warn' | 'info'>): Promise<boolean> {
  const address = addressOf(target);
  const copy = await readAuditCopy(db, address, IDLE_MS, RETRY_MS);
  if (copy === null || (copy.isFailing && !copy.isDue)) return false;
  const { end } = await readChainEnds(db);
  const entries = await entriesAfter(db, copy.position, end.position, AT_A_TIME);
  if (entries.length === 0 && !copy.isDue) return false;
  try {
    await write(target, copiedEntries(copy.hash, entries));
  } catch (error) {
    const problem = problemOf(target, error);
    if (!copy.isFailing) log.warn({ err: error, address }, 'the copy of the audit log cannot be written');
    await noteCopyProblem(db, address, problem);
    return false;
  }
  await noteCopied(db, address, entries.at(-1) ?? copy);
  if (copy.isFailing) log.info({ address }, 'the copy of the audit log can be written again');
  return entries.length === AT_A_TIME;
}

function copiedEntries(before: string, entries: Awaited<ReturnType<typeof entriesAfter>>): CopiedEntry[] {
  return entries.map((entry, index) => ({
    ...entry,
    // An entry holds no secret; where one did, it would go nowhere, and its line could not be verified.
    details: holdsSealed(entry.details) ? JSON.stringify(maskSealed(JSON.parse(entry.details))) : entry.details,
    previous: entries[index - 1]?.hash ?? before,
  }));
}

function write(target: AuditCopyTarget, entries: readonly CopiedEntry[]): Promise<void> {
  return target.kind === 'file' ? addToFile(target.path, entries) : sendBySyslog(target, entries);
}

function problemOf(target: AuditCopyTarget, error: unknown): string {
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return target.kind === 'file'
    ? `The file ${target.path} cannot be written: ${reason.replace(/, \w+( '.*')?$/, '')}.`
    : `The syslog collector at ${addressOf(target)} does not take the log: ${reason.replace(/\.$/, '')}.`;
}
