import type { Kernel } from '@/lib/cloud/kernel/kernel';
import type { UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import type { NewValues } from '@/lib/db/columns';
import type { CloudPlan } from '@/lib/db/generated/client';
import type { PlanResult } from '@/lib/formats/execution-plan/plan';

/**
 * Puts a plan's answer where it is delivered from, in a transaction; the plan itself is emptied: its
 * secrets are no longer needed.
 *
 * @param result the answer; without one it is made of the results of the commands
 * @param more what else becomes of the plan
 */
export function storeReply(
  kernel: Kernel,
  uow: UnitOfWork,
  plan: Pick<CloudPlan, 'id' | 'results'>,
  result?: PlanResult,
  more: NewValues<'CloudPlan'> = {},
): void {
  const given = result ?? { IsException: false, Result: plan.results };
  const now = kernel.now();
  const answered = { status: 'answered', plan: {}, result: { ...given }, dueAt: null, answeredAt: now };
  uow.change('CloudPlan', plan.id, { ...more, ...answered });
  uow.notify('reply');
}
