import type { ResolvedResource } from '@/lib/formats/hot/diff';
import type { ResourceDecision } from '@/lib/formats/hot/plan';
import type { Scope } from '@/lib/formats/hot/scope';

/** A resource of a stack, as far as the order of things needs it. */
export interface EngineResource {
  id: string;
  name: string;
  type: string;
  /** INIT, CREATE, UPDATE, DELETE, SUSPEND, RESUME, CHECK */
  action: string;
  /** IN_PROGRESS, COMPLETE, FAILED */
  status: string;
  reason: string;
  /** names of the resources that it was made from */
  requires: readonly string[];
  /** another resource of its name has taken its place */
  replaced: boolean;
}

/**
 * Whoever keeps the resources of a stack: in a database, or in memory. The engine says what is done and in which order;
 * the host does it. A row is what the host says of a resource; each of its methods gives it anew.
 */
export interface EngineHost<Row extends EngineResource> {
  /** what expressions of the template see, given the resources that are current */
  scope(current: ReadonlyMap<string, Row>): Scope;
  /** what is to be done about a resource; `row`: null when there is none */
  decide(name: string, row: Row | null, wanted: ResolvedResource): Promise<ResourceDecision>;
  /** begins to make one; what it takes the place of stays, as `replaced` */
  create(name: string, wanted: ResolvedResource, requires: string[], instead: Row | null): Promise<Row>;
  /** begins to change one in place */
  update(row: Row, wanted: ResolvedResource, requires: string[]): Promise<Row>;
  /** waits until it is no longer in progress; null when `signal` fired first */
  settled(row: Row, signal: AbortSignal): Promise<Row | null>;
  /** removes one and waits until it is gone: then null, else what could not be removed, or is not to be waited for */
  remove(row: Row, signal: AbortSignal): Promise<Row | null>;
}

/** Why an operation failed, in the cloud's words. */
export interface Failure {
  resource: string | null;
  type: string | null;
  reason: string;
}

/** Which resource failed, of what type, and why, as the engine reports it. */
export function failureOf({ name, type, reason }: EngineResource): Failure {
  return { resource: name, type, reason };
}
