import type { Cloud } from '@/lib/ports/cloud/cloud';
import type { ExecutorLease, Signals } from '@/lib/ports/conductor';
import type { RunJournal } from '@/lib/ports/run-journal';
import { createPowerSwitch, type PowerSwitch } from './power-switch';

/** A process that shares what is in memory with others, until it dies. */
export interface MemoryProcess {
  readonly lease: ExecutorLease;
  readonly signals: Signals;
  readonly power: PowerSwitch;
  /** a cloud, and a journal, of which the process is forgotten when it dies */
  connected(cloud: Cloud): Cloud;
  opened(journal: RunJournal): RunJournal;
  /** Ends it: nothing that it still does has an effect, its lease and its subscriptions end. */
  die(): void;
}

/** Makes processes that know of each other by their leases and signals. @returns begins one */
export function createMemoryProcesses(): () => MemoryProcess {
  const living = new Set<string>();
  const handlers = new Set<{ name: string; handle: (payload: string) => void }>();
  let begun = 0;
  let lock: Promise<unknown> = Promise.resolve();

  return () => {
    begun += 1;
    const executorId = `executor-${begun}`;
    const power = createPowerSwitch();
    const endings: (() => void)[] = [];
    const died = new Promise<void>((resolve) => endings.push(resolve));
    /** Ends with the process, or before. */
    const until = (end: () => void) => {
      endings.push(end);
      return end;
    };
    return {
      power,
      lease: {
        acquire: async () => {
          living.add(executorId);
          return executorId;
        },
        // What is in memory hangs with whoever would look at it.
        living: async () => new Map([...living].map((id) => [id, ''])),
        fence: async () => false,
        exclusively: <T>(work: () => Promise<T>) => {
          // Whoever dies frees it for the next one.
          const turn = lock.then(() => Promise.race([work(), died]) as Promise<T>);
          lock = turn.catch(() => undefined);
          return turn;
        },
        release: async () => void living.delete(executorId),
      },
      signals: {
        send: async (name, payload) => {
          setImmediate(() => {
            for (const one of [...handlers]) if (one.name === name) one.handle(payload);
          });
        },
        on: (name, handle) => {
          const one = { name, handle };
          handlers.add(one);
          return until(() => handlers.delete(one));
        },
        // No signal is missed.
        onReconnected: () => () => undefined,
      },
      connected: (cloud) => ({
        ...cloud,
        agents: { ...cloud.agents, subscribe: (handler) => until(cloud.agents.subscribe(handler)) },
        subscribe: (handler) => until(cloud.subscribe(handler)),
      }),
      opened: (journal) => ({
        open: async ({ run, ...options }) => {
          const runs = await journal.open({
            ...options,
            run: (runId, steps) => run(runId, power.wired(steps)),
          });
          until(() => void runs.shutdown());
          return power.wired(runs);
        },
      }),
      die: () => {
        power.cut();
        living.delete(executorId);
        for (const end of endings) end();
      },
    };
  };
}
