import type { OperationRef } from '@/lib/cloud/kernel/unit-of-work';
import type { Template } from '@/lib/formats/hot/template';
import type { JsonObject } from '@/lib/model/json';
import type { Engine } from './engine';
import type { StackRef } from './resource-rows';

/** One operation on one stack, as the engine carries it out. */
export interface Run {
  kernel: Engine;
  stack: StackRef;
  /** its number tells what it made from what was there */
  operation: OperationRef;
  /** fires when this process may no longer act */
  alive: AbortSignal;
  /**
   * Calls back whenever something in the stack has changed by itself, for example a machine came up.
   * @returns a function that ends it
   */
  onChange: (stackId: string, call: () => void) => () => void;
}

/** What the stack shall be: null when nothing shall be left. */
export type Goal = { template: Template; values: JsonObject } | null;

/** This process was told to stop in the middle; another one will go on from the database. */
export class Interrupted extends Error {
  constructor() {
    super('interrupted');
    this.name = 'Interrupted';
  }
}
