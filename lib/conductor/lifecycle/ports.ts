import type { Json, JsonObject } from '@/lib/model/json';
import type { OperationSubject } from '@/lib/model/lifecycle/execution';
import type { OperationTemplate } from '@/lib/model/lifecycle/template';

/** One call of an operation. */
export interface Invocation {
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
  | { ok: false; message: string; recoverable: boolean };

/** Carries operations out. */
export interface OperationExecutor {
  execute(invocation: Invocation): Promise<OperationResult>;
}

/** Timers, in milliseconds. */
export interface LifecycleClock {
  /** @returns what calls it off */
  after(milliseconds: number, then: () => void): () => void;
}

export interface LifecycleEvent {
  message: string;
  subject?: OperationSubject;
  operation?: string;
}
