import { renameEnvironment as storeName } from '@/lib/db/environments';
import type { EnvironmentView } from '@/lib/model/views';
import { explainNotVisible } from '../access/visible';
import { auditOf, requireRole, type UseCaseCall } from '../context';
import { environmentName, nameTakenError } from './name';
import { environmentView } from './view';

/**
 * Renames an environment, also while it deploys (guide, table 4.6).
 *
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`; invalid_input;
 *   conflict `environment_name_taken`
 */
export async function renameEnvironment({
  ctx,
  input,
}: UseCaseCall<{ environmentId: string; name: string }>): Promise<EnvironmentView> {
  requireRole(ctx, 'member');
  const { environmentId } = input;
  const name = environmentName(input.name);
  const renamed = await storeName(
    ctx.db,
    ctx.actor.tenantId,
    environmentId,
    name,
    {
      kind: 'environment.renamed',
      entity: 'environment',
      entityId: environmentId,
      text: `Renamed to ${name}`,
      data: { name },
    },
    auditOf(ctx, 'environment.rename', 'environment', environmentId, { name }),
  );
  if (renamed === 'taken') throw nameTakenError(name);
  if (!renamed) throw await explainNotVisible(ctx, environmentId);
  return environmentView(renamed);
}
