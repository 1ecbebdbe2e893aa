import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { programDigest } from '@/lib/formats/agent-channel/releases';
import { ownFile, programFile, readChoice, writeChoice } from './own-program';

/** What the program at work tells the one that watches over it. */
export type WorkerMessage = { up: true } | { change: string };

/** A program that has not been answered by the server by then is not what is wrong: it may be tried again later. */
const COME_UP_MS = 2 * 60_000;

/** How a program ended. */
interface WorkerEnd {
  code: number;
  cameUp: boolean;
  /** digest of the program that it wants to be followed by */
  change: string | null;
}

/**
 * Runs the agent's program in a process of its own, and changes it when the server sends another one: the new one is in
 * use once the server has answered it; one that ends before that is refused, and the one before goes on.
 *
 * @returns the exit code of the program, when it ends by itself
 */
export async function supervise(home: string, say: (text: string) => void): Promise<number> {
  for (let trial: string | null = null; ; ) {
    const { current, refused } = readChoice(home);
    const inUse = trial ?? current;
    const tried = trial;
    const end = await work(home, inUse, tried !== null, () => {
      if (tried === null) return;
      writeChoice(home, { current: tried === programDigest(fs.readFileSync(ownFile())) ? null : tried, refused });
      say(`The agent is updated to ${short(tried)}.`);
    });
    trial = end.change;
    if (trial !== null) continue;
    if (tried === null || end.cameUp) return end.code;
    const isLate = end.code === LATE;
    writeChoice(home, { current, refused: isLate ? refused : tried });
    say(`The program ${short(tried)} did not come up${isLate ? ' in time' : ''}; the one before goes on.`);
  }
}

const LATE = -1;
const short = (digest: string) => digest.slice(0, 12);

function work(home: string, digest: string | null, isTrial: boolean, onUp: () => void): Promise<WorkerEnd> {
  return new Promise((resolve) => {
    const ca = path.join(home, 'ca.pem');
    const child = fork(digest === null ? ownFile() : programFile(home, digest), ['work', '--home', home], {
      env: { ...process.env, ...(fs.existsSync(ca) ? { NODE_EXTRA_CA_CERTS: ca } : {}) },
    });
    const end: WorkerEnd = { code: 1, cameUp: false, change: null };
    const late = setTimeout(() => {
      end.code = LATE;
      child.kill('SIGKILL');
    }, COME_UP_MS);
    if (!isTrial) clearTimeout(late);
    child.on('message', (message: WorkerMessage) => {
      if ('change' in message) end.change = message.change;
      else if (!end.cameUp) {
        clearTimeout(late);
        end.cameUp = true;
        onUp();
      }
    });
    child.once('exit', (code) => {
      clearTimeout(late);
      resolve({ ...end, code: end.code === LATE ? LATE : (code ?? 1) });
    });
  });
}
