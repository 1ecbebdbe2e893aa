import { fork } from 'node:child_process';
import path from 'node:path';
import type { ConductorOptions } from '@/lib/conductor';
import { type BundledProgram, bundleProgram } from '@/lib/testing/bundle-program';
import type { ServerAnswer, ServerMessage } from './server';

/** A server process that a test may let die. */
export interface ServerProcess {
  /** Lets it start on a database; resolves at once. `crashAt`: see `crash-points.ts`. */
  start(databaseUrl: string, crashAt?: ConductorOptions['crashAt'], more?: ConductorOptions): Promise<void>;
  /** resolves when it has started */
  started: Promise<unknown>;
  /** Makes it stop in order; afterwards it can start on another database. */
  stop(): Promise<void>;
  /** how it ended: a signal, or an exit code with what it said */
  ended: Promise<string>;
  end(): Promise<void>;
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
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
