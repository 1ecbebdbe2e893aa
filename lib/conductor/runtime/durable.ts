import { DBOS, type DBOSConfig } from '@dbos-inc/dbos-sdk';
import type { RunRecords } from '@/lib/conductor/conductor';
import { errors } from '@/lib/errors';

/** Where DBOS keeps its records: a schema of its own in the product's database. */
export const RUNTIME_SCHEMA = 'vetro_runtime';

/**
 * DBOS only recovers workflows of its own version, by default a hash of the code: an upgrade would strand
 * what was under way. Ours goes on under new code; a replay that no longer fits its record is told apart.
 */
const VERSION = '1';

/** The durable workflows of this process: one per deployment, with the deployment's id. */
export interface DurableRuns {
  /** Starts the deployment's run unless it was ever started, here or elsewhere. */
  start(runId: string): Promise<void>;
  /** Who runs what; a deployment that was never started is missing. */
  owners(runIds: string[]): Promise<Map<string, { waiting: boolean; over: boolean; executorId: string }>>;
  /** Hands runs of dead processes to living ones. */
  handOver(runIds: string[]): Promise<void>;
  /** Forgets the records of runs that ended before a date. @returns how many */
  forget(before: Date): Promise<number>;
  /** Ends here without waiting for runs under way: a later process goes on with them. */
  shutdown(): Promise<void>;
}

export interface DurableOptions {
  records: RunRecords;
  executorId: string;
  /** carries a deployment out; called again with the same id in a replay, and asked how many steps are recorded of it */
  run: (runId: string, recorded: () => Promise<number>) => Promise<void>;
  log: DurableLog;
}

export interface DurableLog {
  debug(details: object, message: string): void;
  warn(details: object, message: string): void;
}

const COUNT_STEPS = `select count(*) as steps from "${RUNTIME_SCHEMA}".operation_outputs where workflow_uuid = $1`;

/** What is asked of the connections without DBOS. */
interface RecordsPool {
  query(text: string, values: unknown[]): Promise<{ rows: { steps: string }[] }>;
}

interface ProcessWide {
  run: ((runId: string) => Promise<void>) | null;
  workflow: (runId: string) => Promise<void>;
}

const SYMBOL = Symbol.for('vetro.durable');

/**
 * Starts DBOS for this process. DBOS is global to a process and its functions are registered once, so
 * the one registered workflow looks up whom to call.
 *
 * @throws VetroError (defect `runtime_already_started`) when it is already started in this process
 */
export async function launchDurableRuns({ records, executorId, run, log }: DurableOptions): Promise<DurableRuns> {
  const wide = processWide();
  if (wide.run) throw errors.defect('runtime_already_started', 'A runtime is already started in this process.');
  // One statement instead of the five of `listWorkflowSteps`, which is for people.
  const recorded = async (runId: string) => {
    const { rows } = await (records.pool as RecordsPool).query(COUNT_STEPS, [runId]);
    return Number(rows[0]?.steps ?? 0);
  };
  wide.run = (runId) => run(runId, () => recorded(runId));
  DBOS.setConfig({
    name: 'vetro',
    systemDatabaseUrl: records.url,
    systemDatabasePool: records.pool as DBOSConfig['systemDatabasePool'],
    systemDatabaseSchemaName: RUNTIME_SCHEMA,
    applicationVersion: VERSION,
    executorID: executorId,
    // We wait in steps, never on DBOS messages: no connection needed for its notifications.
    useListenNotify: false,
    logger: adapted(log),
  });
  try {
    await DBOS.launch();
  } catch (error) {
    wide.run = null;
    throw error;
  }
  return {
    start: async (runId) => {
      await DBOS.startWorkflow(wide.workflow, { workflowID: runId })(runId);
    },
    owners: async (runIds) => {
      if (runIds.length === 0) return new Map();
      const known = await DBOS.listWorkflows({ workflowIDs: runIds, loadInput: false, loadOutput: false });
      return new Map(
        known.map(({ workflowID, status, executorId: owner }) => [
          workflowID,
          {
            waiting: status === 'ENQUEUED',
            over: status !== 'ENQUEUED' && status !== 'PENDING',
            executorId: owner ?? '',
          },
        ]),
      );
    },
    handOver: async (runIds) => {
      if (runIds.length > 0) await DBOS.resumeWorkflows(runIds);
    },
    forget: async (before) => {
      const ended = await DBOS.listWorkflows({
        status: ['SUCCESS', 'ERROR', 'CANCELLED'],
        completedBefore: before.toISOString(),
        loadInput: false,
        loadOutput: false,
        limit: 1_000,
      });
      const ids = ended.map((workflow) => workflow.workflowID);
      if (ids.length > 0) await DBOS.deleteWorkflows(ids);
      return ids.length;
    },
    shutdown: async () => {
      wide.run = null;
      await DBOS.shutdown();
    },
  };
}

function processWide(): ProcessWide {
  const holder = globalThis as { [SYMBOL]?: ProcessWide };
  const known = holder[SYMBOL];
  if (known) return known;
  const wide: ProcessWide = {
    run: null,
    workflow: DBOS.registerWorkflow(
      // Between two runtimes of one process nobody may take a run for ended: it stays where it is.
      (runId: string) => wide.run?.(runId) ?? new Promise<void>(() => undefined),
      { name: 'deployment', maxRecoveryAttempts: 1_000_000 },
    ),
  };
  holder[SYMBOL] = wide;
  return wide;
}

/** DBOS tells much at "info" and "error" that is its own business; ours is logged where it happens. */
function adapted(log: DurableLog) {
  const debug = (entry: unknown) => log.debug({}, `dbos: ${entry}`);
  return {
    debug,
    info: debug,
    warn: (entry: unknown) => log.warn({}, `dbos: ${entry}`),
    error: (entry: unknown) => log.warn({}, `dbos: ${entry}`),
  };
}
