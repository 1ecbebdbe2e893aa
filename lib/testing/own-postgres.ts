import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A PostgreSQL of a test's own, which may be hurt. */
export interface OwnPostgres {
  url: string;
  /** ends all of its processes without a word, as a power failure does */
  kill(): void;
  /** ends it in order: its socket is gone afterwards */
  stop(): Promise<void>;
  /** starts it again, at the same address, with the same data */
  restart(): Promise<void>;
  /** stops all of its processes where they are; `thaw` lets them go on */
  freeze(): void;
  /** the same for the one process that takes new connections */
  freezeListener(): void;
  thaw(): void;
  remove(): Promise<void>;
}

interface Started {
  url: string;
  port: number;
  stop(): Promise<void>;
}
type Start = (options: { directory: string; port?: number }) => Promise<Started>;

/** Starts a PostgreSQL in a directory of its own (Linux: its processes are found in /proc). */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-outage-'));
  const { startPostgres } = (await import(pathToFileURL(path.resolve('scripts/postgres.mjs')).href)) as {
    startPostgres: Start;
  };
  // As in production: what was committed must still be there after it was killed.
  let started = await startPostgres({ directory });
  const { url, port } = started;
  const stopped = new Set<number>();
  const send = (pids: number[], name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // It ended by itself.
      }
    }
  };
  const freeze = (pids: number[]) => {
    for (const pid of pids) stopped.add(pid);
    send(pids, 'SIGSTOP');
  };
  const thaw = () => {
    send([...stopped], 'SIGCONT');
    stopped.clear();
  };
  return {
    url,
    kill: () => send(processesOf(port), 'SIGKILL'),
    stop: () => started.stop(),
    restart: async () => {
      started = await startPostgres({ directory, port });
    },
    freeze: () => freeze(processesOf(port)),
    freezeListener: () => freeze(processesOf(port).slice(0, 1)),
    thaw,
    remove: async () => {
      thaw();
      await started.stop();
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The server that listens on a port, and its children. */
function processesOf(port: number): number[] {
  const all = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const parent = Number(/\) \S (\d+)/.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
        return [{ pid: Number(pid), parent, command: fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8') }];
      } catch {
        return [];
      }
    });
  const first = all.find(({ command }) => command.includes('postgres') && command.includes(`port=${port}`));
  if (!first) return [];
  return [first.pid, ...all.filter(({ parent }) => parent === first.pid).map(({ pid }) => pid)];
}
