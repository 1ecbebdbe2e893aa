import type { JsonObject } from '@/lib/model/json';

/** An operation that a node or one side of a relationship declares. */
export interface OperationTemplate {
  /** what carries it out; null: declared, and does nothing */
  implementation: string | null;
  /** what it is called with; a call may add to it */
  inputs?: JsonObject;
  /** types of inputs by name; a value of another type is refused before the call */
  inputTypes?: Record<string, InputType>;
  /** its own limit of retries; -1 for none; the engine's when left out */
  maxRetries?: number;
  /** seconds between two tries; the engine's when left out */
  retryInterval?: number;
  /** seconds that one call may take; no limit when left out */
  timeout?: number;
  /** whether a call that took too long is tried again */
  timeoutRecoverable?: boolean;
  /** whether it may be run again when nobody knows how far it came */
  resumable?: boolean;
}

export type InputType = 'string' | 'integer' | 'float' | 'boolean' | 'list' | 'dict';

/** Operations by name, such as `lifecycle.create` (see `operations.ts`). */
export type Operations = Readonly<Record<string, OperationTemplate>>;

/** What a node type says; what it leaves out is its parent's. */
export interface NodeType {
  /** null for the root of all types */
  derivedFrom: string | null;
  /** default values of properties */
  properties?: JsonObject;
  operations?: Operations;
}

export const RELATIONSHIP_TYPES = [
  'contained_in',
  'connected_to',
  'depends_on',
  'depends_on_lifecycle_operation',
] as const;
export type RelationshipType = (typeof RELATIONSHIP_TYPES)[number];

/** That the instances of one node need those of another. */
export interface RelationshipTemplate {
  type: RelationshipType;
  /** id of the target node */
  target: string;
  /** `connection_type` (all_to_all, all_to_one) and, for `depends_on_lifecycle_operation`, `operation` */
  properties: JsonObject;
  sourceOperations: Operations;
  targetOperations: Operations;
}

/** One node of a topology; it has any number of instances. */
export interface NodeTemplate {
  id: string;
  type: string;
  properties: JsonObject;
  operations: Operations;
  /** their order says in which order they are configured, established and, backwards, unlinked */
  relationships: RelationshipTemplate[];
  /** instances in each instance of the container */
  instances: number;
}

/** Nodes, or groups of nodes, that are scaled together. */
export interface ScalingGroup {
  name: string;
  /** ids of nodes and names of groups */
  members: string[];
  instances: number;
}

/** What is deployed, on paper: nodes with their types, relationships and groups. */
export interface TopologyTemplate {
  nodes: NodeTemplate[];
  /** types besides the built-in ones */
  types: Record<string, NodeType>;
  groups: ScalingGroup[];
}
