import type { JsonObject } from '@/lib/model/json';

/** Where an execution of a workflow stands (docs/lifecycle.md). */
export type ExecutionStatus =
  | 'pending'
  | 'started'
  | 'cancelling'
  | 'force_cancelling'
  | 'terminated'
  | 'failed'
  | 'cancelled';

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
}

/** One execution of a workflow on one deployment. */
export interface Execution {
  workflow: string;
  parameters: JsonObject;
  status: ExecutionStatus;
  /** every status it has had, in order */
  statuses: ExecutionStatus[];
  error: ExecutionError | null;
  options: ExecutionOptions;
  /** what it reports besides the states of instances: sets of a repair, steps of an update */
  report: JsonObject;
}

/** Whether an execution has come to an end; one that failed or was cancelled may go on. */
export function hasEnded({ status }: Pick<Execution, 'status'>): boolean {
  return status === 'terminated' || status === 'failed' || status === 'cancelled';
}
