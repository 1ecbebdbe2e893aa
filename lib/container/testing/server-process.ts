import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { ConductorOptions } from '@/lib/conductor';
import { type BundledProgram, bundleProgram } from '@/lib/testing/bundle-program';
import { eventually } from '@/lib/testing/patience';
import type { ServerAnswer, ServerMessage } from './server';

/** `hangs`: at its place it stops as a whole and goes on after `wake`, where it dies otherwise. */
type StartOptions = ConductorOptions & { hangs?: boolean };

/** A server process that a test may let die. */
export interface ServerProcess {
  /** Lets it start on a database; resolves at once. `crashAt`: see `crash-points.ts`. */
  start(databaseUrl: string, crashAt?: ConductorOptions['crashAt'], more?: StartOptions): Promise<void>;
  /** resolves when it has started */
  started: Promise<unknown>;
  /** Makes it stop in order; afterwards it can start on another database. */
  stop(): Promise<void>;
  /** how it ended: a signal, or an exit code with what it said */
  ended: Promise<string>;
  end(): Promise<void>;
  /** resolves when it hangs */
  hung(): Promise<unknown>;
  /** Lets it go on after it hung. */
  wake(): void;
}

/** The server in one file: a hundred processes load it. */
export function bundleServer(): Promise<BundledProgram> {
  return bundleProgram(path.join(import.meta.dirname, 'server.ts'));
}

/**
 * Starts a process that has loaded everything by the time it is told what to do.
 *
 * @param catalogDirectory the packages it knows; those that ship when left out
 */
export function spawnServer(file: string, catalogDirectory?: string): ServerProcess {
  const child = fork(file, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += String(chunk);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}: ${said}`));
  });
  const answered = (wanted: ServerAnswer) =>
    new Promise<void>((resolve) => {
      const listen = (answer: unknown) => {
        if (answer !== wanted) return;
        child.off('message', listen);
        resolve();
      };
      child.on('message', listen);
    });
  const loaded = answered('loaded');
  const started = answered('started');
  const post = (message: ServerMessage) => {
    if (child.connected) child.send(message);
  };
  return {
    started,
    start: async (databaseUrl, crashAt, more = {}) => {
      await Promise.race([loaded, ended]);
      post({
        start: {
          databaseUrl,
          ...more,
          ...(crashAt === undefined ? {} : { crashAt }),
          ...(catalogDirectory === undefined ? {} : { catalogDirectory }),
        },
      });
    },
    stop: async () => {
      const stopped = answered('stopped');
      post({ stop: true });
      await Promise.race([stopped, ended]);
    },
    ended,
    hung: () => eventually('a process that hangs', async () => stateOf(child.pid) === 'T'),
    wake: () => void child.kill('SIGCONT'),
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The state of a process of Linux: `T` while a signal has stopped it (proc(5), the third field of `stat`). */
function stateOf(pid = 0): string {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
}
