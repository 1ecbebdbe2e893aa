import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, startedAs } from './account';
import { removeFilesOf } from './files-of-user';
import { wordsOf } from './words';

/** The users that an agent makes for machines. */
export interface Accounts {
  /**
   * The user of a machine, made where there is none.
   *
   * @throws Error in a sentence, where this system has no means to make one
   */
  make(machine: string): Account;
  /**
   * Ends all that the user of a machine has running, and removes its files, its jobs and the user itself.
   *
   * @throws Error when something of it cannot be removed yet
   */
  remove(machine: string): Promise<void>;
}

/** Everything of machines is below it. It is outside of the agent's own folder, into which no plan may look. */
const MACHINES = '/var/lib/vetro-machines';
/**
 * Numbers of users from here on are given to nobody else: `UIDS-GIDS` of systemd has the ranges. Each machine has a number
 * of its own, so that a file that was overlooked belongs to nobody who comes later.
 */
const FIRST_UID = 0x7000_0000;
/** What is hexadecimal in the id of a machine and makes its number. */
const UID_DIGITS = 7;
/** The longest name that Linux takes is of 32 characters. */
const NAME_DIGITS = 24;
const NO_SHELL = ['/usr/sbin/nologin', '/sbin/nologin', '/bin/false'];
const END_MS = 10_000;
const LOOK_MS = 50;

/** @returns null: this agent is no administrator of a Linux, and all that it runs is its own user's */
export function thisSystemsAccounts(): Accounts | null {
  return process.platform === 'linux' && process.getuid?.() === 0 ? createAccounts() : null;
}

/** The name of the user of a machine. */
export function accountName(machine: string): string {
  return `vetro-${machine
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, NAME_DIGITS)}`;
}

function createAccounts(): Accounts {
  let isolates: boolean | null = null;

  function accountOf(name: string, { uid, gid }: Ids): Account {
    const folder = path.join(MACHINES, name);
    const [home, tmp, varTmp] = ['home', 'tmp', 'var-tmp'].map((one) => path.join(folder, one)) as [
      string,
      string,
      string,
    ];
    return { name, uid, gid, home, tmp, varTmp, isIsolated: isolates ?? false };
  }

  return {
    make: (machine) => {
      const name = accountName(machine);
      if (!idsOf(name)) makeUser(name, machine);
      const ids = idsOf(name);
      if (!ids) throw new Error(`useradd has made no user ${name}: /etc/passwd does not name it.`);
      const account = accountOf(name, ids);
      makeFolders(account);
      isolates ??= spawnSuccessfully(startedAs({ ...account, isIsolated: true }, 'true', []));
      return { ...account, isIsolated: isolates };
    },
    remove: async (machine) => {
      const name = accountName(machine);
      const ids = idsOf(name);
      if (ids) {
        const account = accountOf(name, ids);
        await endAll(account);
        await removeFilesOf(account);
      }
      fs.rmSync(path.join(MACHINES, name), { recursive: true, force: true });
      if (ids) removeUser(name);
    },
  };
}

interface Ids {
  uid: number;
  gid: number;
}

/** @returns null: this system has no such user */
function idsOf(name: string): Ids | null {
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

function makeUser(name: string, machine: string): void {
  const number = numberOf(machine);
  const numbered = (option: string) => (number === null ? [] : [option, String(number)]);
  call('groupadd', ['--system', ...numbered('--gid'), name], 'already exists');
  const shell = NO_SHELL.find((place) => fs.existsSync(place)) ?? '/bin/false';
  const about = ['--comment', 'machine of Vetro', '--home-dir', path.join(MACHINES, name, 'home'), '--shell', shell];
  // A record of logins has a place for each number, which would be a file of many gigabytes here.
  call('useradd', [
    '--system',
    '--no-log-init',
    '--no-create-home',
    ...numbered('--uid'),
    '--gid',
    name,
    ...about,
    name,
  ]);
}

/** @returns null where this system, a container for example, has so large numbers for nobody */
function numberOf(machine: string): number | null {
  const number = FIRST_UID + Number.parseInt(machine.replaceAll(/[^0-9a-f]/gi, '').slice(0, UID_DIGITS) || '0', 16);
  const ranges = fs.readFileSync('/proc/self/uid_map', 'utf8').trim().split('\n');
  const isMapped = ranges.some((line) => {
    const [first = 0, , count = 0] = line.trim().split(/\s+/).map(Number);
    return number >= first && number < first + count;
  });
  return isMapped ? number : null;
}

/** The parent of all folders is the agent's: none of them can be put in the place of another. */
function makeFolders({ home, tmp, varTmp, uid, gid }: Account): void {
  fs.mkdirSync(MACHINES, { recursive: true, mode: 0o711 });
  const folder = path.dirname(home);
  fs.mkdirSync(folder, { recursive: true });
  fs.chownSync(folder, 0, gid);
  fs.chmodSync(folder, 0o710);
  for (const place of [home, tmp, varTmp]) {
    fs.mkdirSync(place, { recursive: true, mode: 0o700 });
    fs.lchownSync(place, uid, gid);
  }
}

/** As long as one of them is there it may start others: all are ended at once, until none is there. */
async function endAll({ name, uid, gid }: Account): Promise<void> {
  for (let waited = 0; waited < END_MS; waited += LOOK_MS) {
    if (!isRunning(uid)) return;
    spawnSync('/bin/sh', ['-c', 'kill -9 -1'], { uid, gid, cwd: '/', stdio: 'ignore' });
    await pause(LOOK_MS);
  }
  throw new Error(`programs of the user ${name} do not end.`);
}

function isRunning(uid: number): boolean {
  return fs.readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
      // One that has ended and whose parent has not asked how is a line in a table.
      if (/^State:\s+[ZX]/m.test(status)) return false;
      return (/^Uid:\s+(.*)$/m.exec(status)?.[1] ?? '').split(/\s+/).includes(String(uid));
    } catch {
      return false;
    }
  });
}

function removeUser(name: string): void {
  call('userdel', [name], 'does not exist');
  // userdel takes the group with it where the system is set so.
  call('groupdel', [name], 'does not exist');
}

/**
 * Runs a program of the system that keeps its users.
 *
 * @param settled words of its error when what is wanted is so already
 */
function call(program: string, args: readonly string[], settled?: string): void {
  const places = [process.env.PATH, '/usr/sbin', '/sbin'].join(':');
  const { status, error, stderr } = spawnSync(program, args, {
    env: { ...process.env, PATH: places, LC_ALL: 'C' },
    encoding: 'utf8',
  });
  if (status === 0 || (settled !== undefined && stderr?.includes(settled))) return;
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') {
    throw new Error(
      `This server cannot make a user for its machine, for it has no ${program}. Install the package that has it: passwd on Debian and Ubuntu, shadow-utils on Red Hat and its relatives, shadow on Alpine.`,
    );
  }
  throw new Error(`${program} ${args.at(-1)}: ${error ? wordsOf(error) : stderr.trim() || `ended with ${status}`}`);
}

function spawnSuccessfully({ program, args }: { program: string; args: readonly string[] }): boolean {
  return spawnSync(program, args, { cwd: '/', stdio: 'ignore' }).status === 0;
}
