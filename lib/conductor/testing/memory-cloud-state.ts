import type { CloudResource } from '@/lib/db/generated/client';
import type { ExecutionPlan, PlanResult } from '@/lib/formats/execution-plan/plan';
import type { Json, JsonObject } from '@/lib/model/json';
import type { PackageLock } from '@/lib/model/package-lock';
import type { MachineEvent, StackEvent, StackOperation, StackResult } from '@/lib/ports/cloud/cloud';

/** A stack as the cloud has it. */
export interface CloudStackRow {
  id: string;
  tenantId: string;
  name: string;
  action: string;
  status: string;
  reason: string;
  template: JsonObject;
  parameters: JsonObject;
  outputs: JsonObject;
  isDeleted: boolean;
}

/** What was asked of a stack, and what came of it. */
export interface CloudOperationRow {
  seq: number;
  operation: StackOperation;
  events: StackEvent[];
  result: StackResult | null;
}

export interface CloudMachineRow {
  id: string;
  tenantId: string;
  stackName: string;
  hostname: string;
  address: string;
  queue: string;
  power: 'booting' | 'ready' | 'rebooting' | 'stopped';
  facts: JsonObject;
  isDeleted: boolean;
}

/** A plan in an inbox. `executions` counts each command that was carried out, however often the plan was sent. */
export interface CloudPlanRow {
  id: string;
  tenantId: string;
  queue: string;
  plan: ExecutionPlan;
  packages: PackageLock | null;
  package: string | null;
  generation: number;
  expiresAt: Date;
  status: 'queued' | 'running' | 'rebooting' | 'answered' | 'superseded' | 'expired' | 'lost';
  results: Json[];
  executions: number;
  result: PlanResult | null;
  isDelivered: boolean;
}

/** What a cloud in memory keeps: plain data, so that a copy of it is a cloud of its own. */
export interface MemoryCloudState {
  stacks: CloudStackRow[];
  resources: CloudResource[];
  operations: CloudOperationRow[];
  /** all that ever happened to stacks */
  stackEvents: { resourceName: string; action: string; status: string }[];
  machines: CloudMachineRow[];
  /** in the order in which they came */
  plans: CloudPlanRow[];
  /** not delivered yet, in order */
  machineEvents: MachineEvent[];
  lastAddress: number;
}

/** A cloud without a stack. */
export function emptyCloudState(): MemoryCloudState {
  return {
    ...{ stacks: [], resources: [], operations: [], stackEvents: [], machines: [], plans: [], machineEvents: [] },
    lastAddress: 10,
  };
}
