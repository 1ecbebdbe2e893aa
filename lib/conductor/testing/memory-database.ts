import type { PlanResult } from '@/lib/formats/execution-plan/plan';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { NewEvent } from '@/lib/model/event';
import type { Json, JsonObject } from '@/lib/model/json';
import type { CancelMode } from '@/lib/model/runs/cancel-mode';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { RunTarget } from '@/lib/model/runs/target';
import type { StackOperation, StackResult } from '@/lib/ports/cloud/cloud';
import type { StackOwner, StackState } from '@/lib/ports/stack-ledger';

/** What a database keeps of an environment. */
export interface EnvironmentRow {
  id: string;
  tenantId: string;
  name: string;
  model: EnvironmentModel;
  version: number;
  activeRunId: string | null;
  isDeleted: boolean;
}

export interface RunRow {
  id: string;
  environmentId: string;
  userId: string;
  kind: RunKind;
  target: RunTarget;
  input: JsonObject;
  state: 'queued' | 'running' | 'success' | 'failed' | 'cancelled';
  cancel: CancelMode | null;
  createdAt: Date;
  modelAsked: EnvironmentModel | null;
  modelAfter: EnvironmentModel | null;
  version: number | null;
  result: Json | null;
  problem: object | null;
  warnings: number;
  errors: number;
  /** as in `RunWatch` */
  computing: boolean;
  recordedSteps: number | null;
  deaths: number;
}

export interface EventRow extends NewEvent {
  environmentId: string;
  runId: string | null;
  seq: number;
}

interface ReplyRow {
  runId: string;
  sentAt: Date;
  result: PlanResult | null;
}

interface StackRow extends StackOwner, StackState {
  tenantId: string;
  region: string;
  name: string;
  isDeleted: boolean;
}

interface OperationRow {
  operation: StackOperation;
  cursor: string | null;
  result: StackResult | null;
}

/** What the stores in memory keep: plain data, so that a copy of it is a database of its own. */
export interface MemoryTables {
  tenants: Map<string, string>;
  environments: Map<string, EnvironmentRow>;
  runs: Map<string, RunRow>;
  events: EventRow[];
  replies: Map<string, ReplyRow>;
  stacks: StackRow[];
  /** in the order in which they were opened */
  operations: OperationRow[];
}

/** Tables without a row. */
export function emptyTables(): MemoryTables {
  return {
    tenants: new Map(),
    environments: new Map(),
    runs: new Map(),
    events: [],
    replies: new Map(),
    stacks: [],
    operations: [],
  };
}

/** Whether a run is neither queued nor running. */
export function isOver({ state }: Pick<RunRow, 'state'>): boolean {
  return state !== 'queued' && state !== 'running';
}
