import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { StartMessage } from './server';

/** A server process that a test may let die. */
export interface ServerProcess {
  /** Lets it start; resolves at once. */
  start(message: StartMessage): Promise<void>;
  /** how it ended: a signal, or an exit code with what it said */
  ended: Promise<string>;
  stop(): Promise<void>;
}

/** Starts a process that has loaded everything by the time it is told what to do. */
export function spawnServer(): ServerProcess {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'server.ts'), {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += String(chunk);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}: ${said}`));
  });
  const loaded = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (message === 'loaded') resolve();
    });
  });
  return {
    start: async (message) => {
      await Promise.race([loaded, ended]);
      if (child.connected) child.send(message);
    },
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
