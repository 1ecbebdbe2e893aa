import type { PageQuery } from '@/lib/db/paging';
import { listPolicyRows, listPolicyVersions } from '@/lib/db/policies';
import { nextMarker } from '@/lib/model/next-marker';
import type { PolicyVersionPage, PolicyView } from '@/lib/model/policies/policy-view';
import { requireRole, type UseCaseCall } from '../context';
import { visiblePolicy } from './access';
import { policyViews } from './view';

/**
 * The policies that hold in the actor's tenant, those of the installation first: whoever is stopped by one may read it.
 *
 * @throws forbidden `role_too_low`
 */
export async function listPolicies({ ctx }: UseCaseCall<object>): Promise<PolicyView[]> {
  requireRole(ctx, 'reader');
  return policyViews(ctx, await listPolicyRows(ctx.db, ctx.actor.tenantId));
}

/** One of them. @throws forbidden `role_too_low`; not_found `policy_not_found` */
export async function getPolicy({ ctx, input }: UseCaseCall<{ policyId: string }>): Promise<PolicyView> {
  requireRole(ctx, 'reader');
  const [view] = await policyViews(ctx, [await visiblePolicy(ctx, input.policyId)]);
  return view as PolicyView;
}

/**
 * A page of the texts that a policy had, the newest first.
 *
 * @throws forbidden `role_too_low`; not_found `policy_not_found`; invalid_input for a marker of no version
 */
export async function listVersionsOfPolicy({
  ctx,
  input,
}: UseCaseCall<PageQuery & { policyId: string }>): Promise<PolicyVersionPage> {
  requireRole(ctx, 'reader');
  const { id } = await visiblePolicy(ctx, input.policyId);
  const page = await listPolicyVersions(ctx.db, id, input);
  const versions = page.rows.map(({ version, text, parameters, changedAt, changerName }) => ({
    ...{ version, text, parameters },
    changed: changedAt.toISOString(),
    changed_by: changerName,
  }));
  return { versions, ...nextMarker(page) };
}
