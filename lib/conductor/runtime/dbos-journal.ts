import { DBOS, type DBOSConfig } from '@dbos-inc/dbos-sdk';
import { errors } from '@/lib/errors';
import {
  type DurableRuns,
  JournalDivergence,
  type JournalLog,
  type JournalOptions,
  OwnershipLost,
  type RecordedSteps,
  type RunJournal,
} from '@/lib/ports/run-journal';

/** Where DBOS keeps its records: a schema of its own in the product's database. */
export const RUNTIME_SCHEMA = 'vetro_runtime';

/**
 * DBOS only recovers workflows of its own version, by default a hash of the code: an upgrade would strand
 * what was under way. Ours goes on under new code; a replay that no longer fits its record is told apart.
 */
const VERSION = '1';

/** The database that keeps the records, in a schema of their own. */
export interface RecordsDatabase {
  /** PostgreSQL connection string */
  url: string;
  /** connections of the database's driver, which DBOS alone understands; whoever made them ends them */
  pool: object;
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

/** The journal of the product: DBOS on PostgreSQL. */
export function createDbosJournal(records: RecordsDatabase): RunJournal {
  return { open: (options) => launch(records, options) };
}

/**
 * Starts DBOS for this process. DBOS is global to a process and its functions are registered once, so
 * the one registered workflow looks up whom to call.
 *
 * @throws VetroError (defect `runtime_already_started`) when it is already started in this process
 */
async function launch(records: RecordsDatabase, { executorId, run, log }: JournalOptions): Promise<DurableRuns> {
  const wide = processWide();
  if (wide.run) throw errors.defect('runtime_already_started', 'A runtime is already started in this process.');
  // One statement instead of the five of `listWorkflowSteps`, which is for people.
  const count = async (runId: string) => {
    const { rows } = await (records.pool as RecordsPool).query(COUNT_STEPS, [runId]);
    return Number(rows[0]?.steps ?? 0);
  };
  wide.run = (runId) => run(runId, { count: () => count(runId), perform }).catch(rethrow);
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

/** One step of the workflow that this is called in. */
const perform: RecordedSteps['perform'] = (name, work) =>
  DBOS.runStep(work, { name }).catch((error) => {
    if (className(error) === 'DBOSWorkflowConflictError') throw new OwnershipLost(messageOf(error), { cause: error });
    if (DIVERGENCES.includes(className(error))) throw new JournalDivergence(messageOf(error), { cause: error });
    throw error;
  });

const DIVERGENCES = ['DBOSUnexpectedStepError', 'DBOSStepNondeterminismError'];

/** DBOS parks a workflow that is another process's by its own error, and would take any other for its outcome. */
function rethrow(error: unknown): never {
  throw error instanceof OwnershipLost ? error.cause : error;
}

/** DBOS leaves `name` at "Error", and its classes may be loaded twice. */
function className(error: unknown): string {
  return error instanceof Error ? error.constructor.name : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** DBOS tells much at "info" and "error" that is its own business; ours is logged where it happens. */
function adapted(log: JournalLog) {
  const debug = (entry: unknown) => log.debug({}, `dbos: ${entry}`);
  return {
    debug,
    info: debug,
    warn: (entry: unknown) => log.warn({}, `dbos: ${entry}`),
    error: (entry: unknown) => log.warn({}, `dbos: ${entry}`),
  };
}
