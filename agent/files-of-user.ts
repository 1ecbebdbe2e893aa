import fs from 'node:fs';
import path from 'node:path';
import { type Account, asAccount } from './account';

/** Where jobs and mail of users are kept, by their names or as theirs. */
const SPOOLS = [
  ...['/var/spool/cron', '/var/spool/cron/crontabs', '/var/spool/cron/tabs'],
  ...['/var/spool/at', '/var/spool/at/spool', '/var/spool/cron/atjobs', '/var/spool/cron/atspool'],
  ...['/var/spool/mail', '/var/mail', '/var/lib/systemd/linger', '/run/user'],
];
/** What the kernel shows as files, and what was put in place for a moment. */
const NO_DISK = new Set(['/proc', '/sys']);
/** Folders that anybody may write to are looked for so far down. */
const MAX_LEVELS = 3;

/**
 * Removes what a user has outside of its home: jobs, mail, and files in the folders that anybody may write to. Its programs
 * have ended, and it is the user itself that removes those: what somebody else has put in their place stays.
 */
export async function removeFilesOf(account: Account): Promise<void> {
  for (const spool of SPOOLS) {
    for (const name of namesIn(spool)) {
      const place = path.join(spool, name);
      if (name === account.name || name === String(account.uid) || statOf(place)?.uid === account.uid)
        fs.rmSync(place, { recursive: true, force: true });
    }
  }
  for await (const folder of openFolders('/', MAX_LEVELS)) await removeBelow(folder, account);
}

/** Folders that anybody may write to; what is below one of them is not looked for. */
async function* openFolders(folder: string, levels: number): AsyncGenerator<string> {
  for (const entry of await entriesIn(folder)) {
    const place = path.join(folder, entry.name);
    if (!entry.isDirectory() || NO_DISK.has(place)) continue;
    const mode = statOf(place)?.mode ?? 0;
    if ((mode & 0o002) !== 0) yield place;
    else if (levels > 1) yield* openFolders(place, levels - 1);
  }
}

async function removeBelow(folder: string, account: Account): Promise<void> {
  for (const entry of await entriesIn(folder)) {
    const place = path.join(folder, entry.name);
    const found = statOf(place);
    if (found?.uid === account.uid) {
      try {
        asAccount(account, () => fs.rmSync(place, { recursive: true, force: true }));
      } catch (error) {
        if (statOf(place)?.uid === account.uid) throw error;
      }
    } else if (entry.isDirectory()) await removeBelow(place, account);
  }
}

async function entriesIn(folder: string): Promise<fs.Dirent[]> {
  return fs.promises.readdir(folder, { withFileTypes: true }).catch(() => []);
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

function statOf(place: string): fs.Stats | null {
  try {
    return fs.lstatSync(place);
  } catch {
    return null;
  }
}
