import type { JsonObject } from '@/lib/model/json';

/** Where an execution of a workflow stands (digest, section 1). */
export const EXECUTION_STATUSES = [
  'scheduled',
  'queued',
  'pending',
  'started',
  'cancelling',
  'force_cancelling',
  'kill_cancelling',
  'terminated',
  'failed',
  'cancelled',
] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/** An operation on an instance, or on one side of a relationship between two. */
export type OperationSubject = { instance: string } | { source: string; target: string; side: 'source' | 'target' };

/** An operation that failed for good. */
export interface OperationFailure {
  operation: string;
  subject: OperationSubject;
  message: string;
}

/** Why an execution failed. */
export interface ExecutionError {
  message: string;
  operations: OperationFailure[];
}

/** How far an execution goes and what it is allowed. */
export interface ExecutionOptions {
  /** retries of an operation after a recoverable error; -1 for no limit */
  taskRetries: number;
  /** seconds between two tries */
  retryInterval: number;
  /** how often an instance is installed anew, or uninstalled again, when it failed; -1 for no limit */
  subgraphRetries: number;
  /** seconds that what runs may go on after the first error, or after a cancel */
  waitAfterFail: number;
}

/** One execution of a workflow on one deployment. */
export interface Execution {
  id: string;
  workflow: string;
  parameters: JsonObject;
  status: ExecutionStatus;
  /** every status it has had, in order */
  statuses: ExecutionStatus[];
  error: ExecutionError | null;
  dryRun: boolean;
  options: ExecutionOptions;
  /** what it reports besides the states of instances: sets of a repair, steps of an update */
  report: JsonObject;
}

export const ENDED: readonly ExecutionStatus[] = ['terminated', 'failed', 'cancelled'];
export const WAITING: readonly ExecutionStatus[] = ['scheduled', 'queued'];

const TRANSITIONS: Record<ExecutionStatus, readonly ExecutionStatus[]> = {
  scheduled: ['queued', 'pending', 'cancelled', 'kill_cancelling'],
  queued: ['pending', 'cancelled', 'kill_cancelling'],
  pending: ['started', 'failed', 'cancelling', 'force_cancelling', 'kill_cancelling', 'cancelled'],
  started: ['pending', 'terminated', 'failed', 'cancelling', 'force_cancelling', 'kill_cancelling', 'cancelled'],
  cancelling: ['cancelled', 'failed', 'force_cancelling', 'kill_cancelling'],
  force_cancelling: ['cancelled', 'failed', 'kill_cancelling'],
  kill_cancelling: ['cancelled', 'failed'],
  terminated: [],
  // only by resuming
  failed: ['pending'],
  cancelled: ['pending'],
};

/** Whether an execution may go from one status to another. */
export function canTransition(from: ExecutionStatus, to: ExecutionStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

export const isActive = (status: ExecutionStatus): boolean => !ENDED.includes(status) && !WAITING.includes(status);
