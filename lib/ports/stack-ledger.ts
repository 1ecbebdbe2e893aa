import type { JsonObject } from '@/lib/model/json';
import type { CloudScope, StackOperation, StackResult } from './cloud/cloud';

/** Whose stack it is: written down when it is asked for, so that nobody has to read it from names. */
export interface StackOwner {
  environmentId: string;
  /** the units whose machines are in the stack, by the inboxes of their agents */
  units: Readonly<Record<string, string>>;
}

/** What is asked of a stack. */
export interface NewStackOperation extends StackOperation {
  owner: StackOwner;
}

/** An operation as the ledger has it. */
export interface RecordedOperation {
  operation: StackOperation;
  /** of the last observation */
  cursor: string | null;
  /** null while it is not over */
  result: StackResult | null;
}

/** A stack as it was last carried out, secrets sealed. */
export interface StackState {
  template: JsonObject;
  parameters: JsonObject;
  outputs: JsonObject;
}

/**
 * What was asked of clouds and what came of it. The truth about requests: clouds keep neither who asked nor with which
 * request.
 */
export interface StackLedger {
  /**
   * Notes an operation before the cloud hears of it. The same id again finds it as it was noted, whatever is asked now.
   *
   * @returns the operation, and those on the same stack that were asked for earlier and are not over, oldest first
   */
  open(operation: NewStackOperation): Promise<{ own: RecordedOperation; earlier: RecordedOperation[] }>;
  /** Notes how far an operation was observed. */
  observed(operationId: string, cursor: string | null): Promise<void>;
  /** Notes the end of an operation; of one that succeeded the stack's content and outputs. Repeating it changes nothing. */
  close(operation: StackOperation, result: StackResult): Promise<void>;
  /** A stack by what was asked for; null when there is none. */
  read(scope: CloudScope, name: string): Promise<StackState | null>;
  /** The units of an environment, by the inboxes of their machines, as `open` was told. */
  units(environmentId: string): Promise<Record<string, string>>;
  /** Names of the stacks that an environment has, in the order in which they were made. */
  names(environmentId: string): Promise<string[]>;
  /** Whose stacks these are, by name; those that are not ours are missing. */
  owners(tenantId: string, names: readonly string[]): Promise<Map<string, StackOwner>>;
}
