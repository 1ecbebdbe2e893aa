import {
  type DurableRuns,
  JournalDivergence,
  type JournalOptions,
  OwnershipLost,
  type RecordedSteps,
  type RunJournal,
} from '@/lib/ports/run-journal';

/** What is recorded of a run. */
interface RunRecords {
  executorId: string;
  /** grows whenever the run is taken or handed over: whoever began under an earlier number has lost it */
  ownership: number;
  state: 'waiting' | 'taken' | 'over';
  endedAt: Date | null;
  /** by the number of their step; values as JSON, as a database would have them */
  steps: Map<number, { name: string; value: string }>;
}

/** Records that outlive the processes which write them. */
export interface MemoryRecords {
  readonly runs: Map<string, RunRecords>;
  /** each makes its process take what waits */
  readonly takers: Set<() => void>;
}

/** Records of runs, none at first. */
export function createMemoryRecords(runs: MemoryRecords['runs'] = new Map()): MemoryRecords {
  return { runs, takers: new Set() };
}

/**
 * The journal of one process, in memory.
 *
 * @param records shared by all processes
 */
export function createMemoryJournal(records: MemoryRecords): RunJournal {
  return { open: async (options) => open(records, options) };
}

function open({ runs, takers }: MemoryRecords, { executorId, run }: JournalOptions): DurableRuns {
  let isOpen = true;

  function carryOut(runId: string, own: RunRecords): void {
    own.ownership += 1;
    own.executorId = executorId;
    own.state = 'taken';
    const { ownership } = own;
    const end = () => {
      if (!isOpen || own.ownership !== ownership) return;
      own.state = 'over';
      own.endedAt = new Date();
    };
    Promise.resolve()
      .then(() => run(runId, stepsOf(runId, own)))
      .then(end, (error) => {
        if (!(error instanceof OwnershipLost)) end();
      });
  }

  /** Several processes take side by side; whoever comes first has a run. */
  function takeWaiting(): void {
    for (const [runId, one] of runs) if (one.state === 'waiting') carryOut(runId, one);
  }

  takers.add(takeWaiting);
  setImmediate(() => isOpen && takeWaiting());
  return {
    start: async (runId) => {
      if (runs.has(runId)) return;
      const fresh: RunRecords = { executorId, ownership: 0, state: 'taken', endedAt: null, steps: new Map() };
      runs.set(runId, fresh);
      carryOut(runId, fresh);
    },
    owners: async (runIds) =>
      new Map(
        runIds.flatMap((runId) => {
          const found = runs.get(runId);
          if (!found) return [];
          const { state, executorId: owner } = found;
          return [[runId, { waiting: state === 'waiting', over: state === 'over', executorId: owner }]];
        }),
      ),
    handOver: async (runIds) => {
      for (const runId of runIds) {
        const found = runs.get(runId);
        if (!found || found.state === 'over') continue;
        found.ownership += 1;
        found.state = 'waiting';
      }
      setImmediate(() => {
        for (const take of takers) take();
      });
    },
    forget: async (before) => {
      const old = [...runs].filter(([, { endedAt }]) => endedAt !== null && endedAt < before);
      for (const [runId] of old) runs.delete(runId);
      return old.length;
    },
    shutdown: async () => {
      isOpen = false;
      takers.delete(takeWaiting);
    },
  };
}

function stepsOf(runId: string, own: RunRecords): RecordedSteps {
  const { ownership } = own;
  let last = 0;
  return {
    count: async () => own.steps.size,
    perform: async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      last += 1;
      const number = last;
      const known = own.steps.get(number);
      if (known && known.name !== name)
        throw new JournalDivergence(`Step ${number} of ${runId} is recorded as "${known.name}", not "${name}".`);
      if (known) return JSON.parse(known.value) as T;
      const value = await work();
      if (own.ownership !== ownership) throw new OwnershipLost(`Run ${runId} was handed over.`);
      own.steps.set(number, { name, value: JSON.stringify(value) });
      return value;
    },
  };
}
