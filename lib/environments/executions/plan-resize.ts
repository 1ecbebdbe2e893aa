import type { InstancePlan } from '@/lib/model/blueprints/planned-instances';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import type { Preview } from '@/lib/model/preview';
import type { UnitTurn } from '@/lib/model/runs/unit-turns';
import { visibleEnvironment } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';
import { previewView } from '../preview/view';
import { refuseBusy, refuseSuspended } from '../runs/take-environment';
import { planRemovedInstances } from './plan-instances';
import type { ResizeInputs } from './resize-request';
import { resized } from './resized';

/** What a workflow that sets machines up or removes them will do, and what policies say of it. */
export interface ResizePlan {
  units: UnitTurn[];
  /** node instances of blueprints that are taken down because their machines go */
  instances: InstancePlan[];
  preview: Preview;
  verdicts: PolicyVerdict[];
  /** of the environment: send it back, and nothing begins that nobody saw */
  version: number;
}

/**
 * What resizing a service would do to which machine, computed by running the conductor on it without letting it act.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`; state_forbids `environment_busy`,
 *   `environment_deleting`, `machines_suspended`; as {@link resized}
 */
export async function planResize({
  ctx,
  input,
}: UseCaseCall<ResizeInputs & { environmentId: string }>): Promise<ResizePlan> {
  requireRole(ctx, 'reader');
  const { environmentId, workflow } = input;
  const { model, version, name, deleting, activeRunId } = await visibleEnvironment(ctx, environmentId);
  refuseBusy({ deleting, holder: activeRunId });
  refuseSuspended(model);
  const { asked, target, input: given, policies } = await resized(ctx, { model, version }, input);
  const job = {
    kind: workflow,
    target,
    input: given,
    environmentId,
    tenantId: ctx.actor.tenantId,
    stackName: `e${environmentId}`,
    model: { ...asked, name },
  };
  const preview = await previewView(ctx, job, model, null);
  const units = unitsIn(preview);
  const instances = await planRemovedInstances(ctx, model, units);
  return { units, instances, preview, verdicts: policies.verdicts, version };
}

const DOES = { create: 'setUp', change: 'change', replace: 'replace', remove: 'remove', keep: 'nothing' } as const;

/** The same machine by machine, as of workflows over machines that are there: all of them go together. */
function unitsIn({ machines }: Preview): UnitTurn[] {
  return machines.flatMap(({ serviceId, unitId, host, change }) => {
    if (serviceId === null || unitId === null) return [];
    const does = DOES[change];
    return [{ serviceId, unitId, host, does, because: null, turn: does === 'nothing' ? 0 : 1 }];
  });
}
