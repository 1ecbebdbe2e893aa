import type { Json, JsonObject } from '@/lib/model/json';
import type { Execution, OperationSubject } from '@/lib/model/lifecycle/execution';
import type { InstanceModel } from '@/lib/model/lifecycle/expand';
import type { NodeInstance } from '@/lib/model/lifecycle/instance';
import type { OperationTemplate } from '@/lib/model/lifecycle/template';
import type { Task, TaskPatch } from './tasks/task';

/** One call of an operation. */
export interface Invocation {
  /** names the call: the same for every attempt to find out what came of it, another for a retry */
  id: string;
  execution: string;
  operation: string;
  subject: OperationSubject;
  template: OperationTemplate;
  inputs: JsonObject;
  /** which try it is, from 1, and how it is tried again */
  attempt: Attempt;
}

export interface Attempt {
  number: number;
  /** how many times it may be tried again; -1 for any number */
  limit: number;
  /** seconds before that */
  interval: number;
}

/** Whether an operation is tried again when this try fails, and may be tried again at all. */
export function hasAnotherTry({ number, limit }: Attempt): boolean {
  return limit < 0 || number <= limit;
}

/** What came of a call. */
export type OperationResult =
  | { ok: true; value?: Json; runtimeProperties?: JsonObject }
  | { ok: false; message: string; recoverable: boolean; retryAfter?: number }
  /** the operation asks to be called again: no failure, so nothing makes a success of it */
  | { retry: true; message: string; retryAfter?: number };

/** Carries operations out. */
export interface OperationExecutor {
  execute(invocation: Invocation): Promise<OperationResult>;
  /**
   * Whether a call that an engine had begun before it died can be asked for again under its id: it is waited for then,
   * and not made twice.
   */
  reattaches(invocation: Invocation): boolean;
}

/** The instant now and timers, in milliseconds. */
export interface LifecycleClock {
  now(): number;
  /** @returns what calls it off */
  after(milliseconds: number, then: () => void): () => void;
}

/** A change of the number of instances that is under way. */
export interface Modification {
  id: string;
  /** whose it is */
  execution: string;
  status: 'started' | 'finished' | 'rolledback';
  /** the model before */
  before: InstanceModel;
  /** the model that is to be */
  after: InstanceModel;
  added: string[];
  removed: string[];
}

/** One thing that is to be kept; those of one list are kept together or not at all. */
export type Change =
  | { kind: 'model'; model: InstanceModel }
  | { kind: 'instance'; id: string; patch: Partial<NodeInstance> }
  | { kind: 'modification'; modification: Modification }
  | { kind: 'modificationStatus'; id: string; status: Modification['status'] }
  | { kind: 'execution'; execution: Execution }
  | { kind: 'graph'; execution: string; name: string; tasks: readonly Task[] }
  | { kind: 'tasks'; execution: string; name: string; patches: readonly TaskPatch[]; added: readonly Task[] }
  | { kind: 'memo'; execution: string; name: string; value: Json }
  /** graphs and memos of an execution are dropped: it begins anew when it is resumed */
  | { kind: 'forget'; execution: string }
  | { kind: 'event'; event: LifecycleEvent };

export interface LifecycleEvent {
  execution: string;
  message: string;
  subject?: OperationSubject;
  operation?: string;
}

/** Everything that is kept of one deployment. */
export interface Stored {
  model: InstanceModel;
  modifications: Modification[];
  /** in the order of their start */
  executions: Execution[];
  /** by execution and name */
  graphs: Map<string, Map<string, Task[]>>;
  memos: Map<string, Map<string, Json>>;
}

/** Keeps one deployment: what is committed is still there when the process dies right after. */
export interface LifecycleStore {
  load(): Promise<Stored>;
  commit(changes: readonly Change[]): Promise<void>;
}
