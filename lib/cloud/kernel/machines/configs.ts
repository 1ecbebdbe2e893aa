import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { createResealer } from '@/lib/cloud/kernel/secrets';
import type { UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import type { DerivedConfig } from '@/lib/conductor/software';
import type { NewValues } from '@/lib/db/columns';
import type { CloudPlan } from '@/lib/db/generated/client';
import { storableResult } from '@/lib/formats/agent-channel/storable';
import { isObject, type JsonObject } from '@/lib/model/json';

/** The inbox of a machine for configs of software: every machine has one, beside that for execution plans. */
export function configsOf(machineId: string): string {
  return `configs/${machineId}`;
}

/** What stands in that inbox. */
export interface ConfigInInbox {
  config: DerivedConfig;
  /** names of the outputs that are waited for */
  outputs: string[];
  /** the stack that waits for it */
  stackId: string;
}

/** @returns null for an execution plan */
export function configIn(plan: unknown): ConfigInInbox | null {
  return isObject(plan) && isObject(plan.config) && typeof plan.stackId === 'string'
    ? (plan as unknown as ConfigInInbox)
    : null;
}

/**
 * Keeps what an agent has reported of a config, in a transaction; its secrets are sealed again. Nobody but the stack
 * waits for it: it counts as delivered as soon as it is there.
 *
 * @param details `deploy_stdout`, `deploy_stderr`, `deploy_status_code` and outputs
 * @param more what else becomes of the plan
 */
export function storeSignal(
  kernel: Kernel,
  uow: UnitOfWork,
  { id, plan }: Pick<CloudPlan, 'id' | 'plan'>,
  details: JsonObject,
  more: NewValues<'CloudPlan'> = {},
): void {
  const now = kernel.now();
  const result = createResealer(kernel, isObject(plan) ? plan : {})(storableResult(details)) as JsonObject;
  const over = { status: 'answered', plan: {}, result, dueAt: null, answeredAt: now, deliveredAt: now };
  uow.change('CloudPlan', id, { ...more, ...over });
}
