import { setMaxListeners } from 'node:events';

/** Tasks that wait for each other, until one of them fails: then none begins any more. */
export interface Tasks {
  /** fires when nothing more shall begin, and what is under way is no longer waited for */
  readonly signal: AbortSignal;
  halt(): void;
  /** Adds a task: it begins when those before it are over, unless everything is halted. */
  add(name: string, before: readonly string[], work: () => Promise<void>): void;
  /** Resolves when all are over. @throws the first error that is none of the stack's */
  end(): Promise<void>;
}

/**
 * @param alive ends everything from outside
 */
export function createTasks(alive: AbortSignal): Tasks {
  const halt = new AbortController();
  setMaxListeners(0, halt.signal);
  const stop = () => halt.abort();
  alive.addEventListener('abort', stop, { once: true });
  if (alive.aborted) stop();
  const added: { name: string; before: readonly string[]; work: () => Promise<void> }[] = [];

  /** Tasks may be added in any order, so that none is begun before all are known. */
  const begin = (): Promise<void>[] => {
    const known = new Map(added.map((task) => [task.name, task]));
    const begun = new Map<string, Promise<void>>();
    const run = (name: string): Promise<void> => {
      const running = begun.get(name);
      const task = known.get(name);
      if (running || !task) return running ?? Promise.resolve();
      const promise = Promise.all(task.before.map(run)).then(() => (halt.signal.aborted ? undefined : task.work()));
      begun.set(name, promise);
      return promise;
    };
    return added.map(({ name }) => run(name));
  };

  return {
    signal: halt.signal,
    halt: stop,
    add: (name, before, work) => added.push({ name, before, work }),
    end: async () => {
      const ends = await Promise.allSettled(begin());
      alive.removeEventListener('abort', stop);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
}
