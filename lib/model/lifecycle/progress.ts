import type { Json } from '../json';
import type { Execution } from './execution';
import type { InstanceModel } from './expand';
import type { Task } from './task';

/** A change of the number of instances that is under way, or was left half-way. */
export interface Modification {
  /** the instances before, and as they are to be; the topology stays the same */
  before: Omit<InstanceModel, 'template'>;
  after: Omit<InstanceModel, 'template'>;
  added: string[];
  removed: string[];
}

/** What is known of an execution, in plain values: whoever keeps it can go on with it after a failure or a cancel. */
export interface Progress {
  execution: Execution;
  /** graphs that were begun, by name */
  graphs: Record<string, Task[]>;
  /** decisions that were made, by name */
  memos: Record<string, Json>;
}
