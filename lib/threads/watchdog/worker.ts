import fs from 'node:fs';
import { type Debugger, Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';

/*
 * What runs in the thread of a watchdog, bundled on its own by `scripts/bundle-worker.mjs`; `watchdog.ts` starts it.
 */

/** What the thread is given as it begins. */
export interface WatchdogData {
  /** a number that the event loop raises while it goes on */
  beats: Int32Array;
  /** between one check of it and the next, in milliseconds */
  everyMs: number;
  /** after so many checks in a row that find the same number the loop stands still */
  checks: number;
}

const STANDARD_OUTPUT = 1;
/** How long the place where the loop stands is asked for, in milliseconds: native code does not answer. */
const STACK_MS = 2_000;
/** So many calls of the stack are told. */
const MAX_CALLS = 30;

const { beats, everyMs, checks } = workerData as WatchdogData;
let seen = -1;
let same = 0;
const checking = setInterval(() => {
  const now = Atomics.load(beats, 0);
  same = now === seen ? same + 1 : 0;
  seen = now;
  if (same < checks) return;
  clearInterval(checking);
  void endProcess();
}, everyMs);

async function endProcess(): Promise<void> {
  const stack = await stackOfLoop();
  write({
    level: 'fatal',
    time: new Date().toISOString(),
    seconds: (everyMs * checks) / 1000,
    stack,
    msg: 'the event loop stood still for too long, and nobody was answered: the process is ended',
  });
  process.kill(process.pid, 'SIGKILL');
}

/** Where the loop stands, the innermost call first; nothing where it cannot be told. */
function stackOfLoop(): Promise<string[]> {
  return new Promise((resolve) => {
    setTimeout(resolve, STACK_MS, []);
    try {
      const session = new Session();
      session.connectToMainThread();
      session.once('Debugger.paused', ({ params }) => resolve(params.callFrames.slice(0, MAX_CALLS).map(callOf)));
      session.post('Debugger.enable');
      session.post('Debugger.pause');
    } catch {
      resolve([]);
    }
  });
}

function callOf({ functionName, url, location }: Debugger.CallFrame): string {
  return `${functionName || '(anonymous)'} (${url}:${location.lineNumber + 1})`;
}

/** A line of the log; the thread that writes it otherwise is the one that stands still. */
function write(line: object): void {
  try {
    fs.writeSync(STANDARD_OUTPUT, `${JSON.stringify(line)}\n`);
  } catch {
    // Nobody reads: the process ends all the same.
  }
}
