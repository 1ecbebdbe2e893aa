import fs from 'node:fs';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { scriptArguments } from './powershell';
import { runProcess } from './processes';

/** By these a process is known on Linux as one that a plan has started, and its children too. */
export const MACHINE_MARK = 'VETRO_MACHINE';
export const PLAN_MARK = 'VETRO_PLAN';

/** A variable in the environment of processes. */
export interface Mark {
  mark: typeof MACHINE_MARK | typeof PLAN_MARK;
  value: string;
}

/**
 * A process that an agent has started for a plan, or the agent's own at that time. Windows tells nobody the environment of
 * a process; there what it has started is found by its parents. Instants are in milliseconds since 1970.
 */
export interface StartedProcess {
  planId: string;
  pid: number;
  /** not later than it began */
  from: number;
  /** not earlier than it ended; null: nobody saw it end */
  until: number | null;
}

/** A process as Windows lists it. */
export interface RunningProcess {
  pid: number;
  parent: number;
  from: number;
}

/** So long a process may need to end after it was told, in milliseconds. */
const END_MS = 3_000;
const LOOK_MS = 100;
/** A process begins no later than this after the agent was about to start it, in milliseconds. */
const BEGIN_MS = 5_000;
/** By so much the computer's clock may have been corrected since it started, in milliseconds. */
const CLOCK_MS = 60_000;

/**
 * Ends every process that plans have left running: what a killed agent left of a command, or all of a machine.
 *
 * @param mark what stands in their environment, with its value
 * @param started the processes that the agent has started for them
 * @param powerShell lists the processes of Windows
 * @throws Error when they cannot be listed
 */
export async function endLeftovers(
  { mark, value }: Mark,
  started: readonly StartedProcess[],
  powerShell: string | null,
): Promise<void> {
  const isWindows = process.platform === 'win32';
  const find = isWindows ? () => startedBy(started, powerShell ?? '') : async () => marked(`${mark}=${value}`);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const pids = await find();
    if (pids.length === 0) return;
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // it has ended by itself
      }
    }
    const isOver = isWindows ? () => !pids.some(isThere) : () => marked(`${mark}=${value}`).length === 0;
    for (let waited = 0; waited < END_MS && !isOver(); waited += LOOK_MS) await pause(LOOK_MS);
  }
}

function marked(entry: string): number[] {
  if (process.platform !== 'linux') return [];
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      const environment = fs.readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
      // One that has ended and was not fetched yet has an empty environment.
      return environment.includes(entry) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const LIST = `
$epoch = [datetime]'1970-01-01'
Get-CimInstance -ClassName Win32_Process -Property ProcessId, ParentProcessId, CreationDate | ForEach-Object {
  if ($_.CreationDate) {
    $from = [Math]::Floor(($_.CreationDate.ToUniversalTime() - $epoch).TotalMilliseconds)
    'process {0} {1} {2}' -f $_.ProcessId, $_.ParentProcessId, $from
  }
}`;

async function startedBy(started: readonly StartedProcess[], powerShell: string): Promise<number[]> {
  if (started.length === 0) return [];
  const end = await runProcess({
    program: powerShell,
    args: scriptArguments(LIST),
    folder: os.tmpdir(),
    environment: {},
    onStart: () => undefined,
    onLine: () => undefined,
  });
  const lines = [...end.stdout.matchAll(/^process (\d+) (\d+) (\d+)\r?$/gm)];
  const running = lines.map(([, pid, parent, from]) => ({
    pid: Number(pid),
    parent: Number(parent),
    from: Number(from),
  }));
  if (running.length === 0) throw new Error(`The processes of this server could not be listed: ${end.stderr.trim()}`);
  return treesOf(started, running, { startedAt: Date.now() - os.uptime() * 1000, self: process.pid });
}

/**
 * The running processes that others have started, directly or by one that still runs. A number is given to another process
 * when its own has ended; so a child counts only if it began while its parent was there.
 *
 * @param computer `startedAt`: what was started before the computer has ended; `self`: the process that looks, whose own
 *   have been noted one by one
 * @returns process ids
 */
export function treesOf(
  started: readonly StartedProcess[],
  running: readonly RunningProcess[],
  { startedAt, self }: { startedAt: number; self: number },
): number[] {
  const roots = started.filter(({ pid, from }) => pid !== self && from >= startedAt - CLOCK_MS);
  const isRoot = (one: RunningProcess) =>
    roots.some(
      ({ pid, from, until }) => until === null && one.pid === pid && one.from >= from && one.from <= from + BEGIN_MS,
    );
  /** when a root that nobody saw end had ended at the latest: its number has another process now */
  const taken = (root: StartedProcess) =>
    running.find(({ pid, from }) => pid === root.pid && from > root.from + BEGIN_MS)?.from ?? Number.POSITIVE_INFINITY;
  const isOfRoot = (one: RunningProcess) =>
    roots.some((root) => one.parent === root.pid && one.from >= root.from && one.from <= (root.until ?? taken(root)));
  const found = new Set(running.filter((one) => isRoot(one) || isOfRoot(one)));
  // What is added while one goes through them is gone through, too.
  for (const parent of found) {
    for (const one of running) if (one.parent === parent.pid && one.from >= parent.from) found.add(one);
  }
  return [...found].map(({ pid }) => pid);
}
