import { recordAudit } from '@/lib/db/audit';
import type { Blueprint } from '@/lib/model/templates/blueprint';
import { auditOf, requireRole, type UseCaseCall } from '../context';
import { blueprintOf } from './blueprint-of';
import { type DocumentAddress, documentOf } from './document';

/**
 * An environment as a file to keep or to carry elsewhere: everything that was chosen, a marker where each
 * secret was, nothing that deployments reached.
 *
 * @throws forbidden `role_too_low`; as `documentOf`
 */
export async function exportEnvironment({ ctx, input }: UseCaseCall<DocumentAddress>): Promise<Blueprint> {
  requireRole(ctx, 'reader');
  const model = await documentOf(ctx, input);
  const types = await ctx.catalog.serviceTypes(ctx.actor.tenantId, model.packages);
  const { environmentId } = input;
  await recordAudit(ctx.db, auditOf(ctx, 'environment.export', 'environment', environmentId, { name: model.name }));
  return blueprintOf(model, types, { name: model.name, secrets: 'ask' });
}
