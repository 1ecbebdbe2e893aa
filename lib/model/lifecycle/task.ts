import type { JsonObject } from '../json';
import type { OperationSubject } from './execution';
import type { InstanceState } from './instance';

/**
 * - `pending`: waits for what it depends on, or for its next try
 * - `started`: an operation that was sent, a subgraph that has released its tasks
 * - `ignored`: failed, and nobody minds
 * - `replaced`: its subgraph failed, and another task was put in its place
 */
export type TaskState = 'pending' | 'started' | 'succeeded' | 'ignored' | 'failed' | 'replaced';

/** What an operation finds out about an instance besides succeeding or failing. */
export type Finding = 'status' | 'drift';

/** A state that an instance enters, written together with the task that it belongs to. */
export interface StateChange {
  instance: string;
  state: InstanceState;
}

interface TaskBase {
  /** its place in the graph */
  id: number;
  name: string;
  /** the subgraph that it is in */
  parent: number | null;
  /** what must have succeeded before */
  after: number[];
  state: TaskState;
  /** entered when it starts, and when it has succeeded */
  enter?: StateChange;
  leave?: StateChange;
  /** the task that took its place */
  replacedBy?: number;
}

export interface OperationTask extends TaskBase {
  kind: 'operation';
  operation: string;
  subject: OperationSubject;
  inputs: JsonObject;
  /** tries so far, and how many of them were made before the execution was resumed */
  attempts: number;
  before: number;
  /** what a failure does: fails the graph, is noted and passed over at once, or is noted after all retries */
  onFailure: 'fail' | 'ignore' | 'record';
  /** no retries unless the operation says so itself */
  once?: true;
  finding?: Finding;
  /** it is called until it returns something true */
  untilTrue?: true;
}

export interface SubgraphTask extends TaskBase {
  kind: 'subgraph';
  /** what a failure of one of its tasks does; `record`: it is noted, and others go on */
  onFailure: 'fail' | 'record';
  /** how it is built anew when it fails */
  retry?: { as: 'install' | 'uninstall'; instance: string; retries: number };
  /** instance whose repair or update it is, for who asks what failed */
  about?: string;
}

/** Does nothing: something to wait for. */
export interface BarrierTask extends TaskBase {
  kind: 'barrier';
}

export type Task = OperationTask | SubgraphTask | BarrierTask;

/** Whether what waits for the task may go on. */
export function isDone(state: TaskState): boolean {
  return state === 'succeeded' || state === 'ignored';
}
