import { compareModels } from '@/lib/model/compare';
import { diffModels } from '@/lib/model/diff';
import type { Comparison } from '@/lib/model/history-views';
import { environmentWithHistory } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';
import { typesOf } from '../service-types';
import { versionAt, versionView } from './versions';

/**
 * Two versions of an environment against each other: as sentences, side by side, and both documents. Secrets are
 * compared by what they are and shown as masks.
 *
 * @param input `from`, `to`: a number, `current` or `draft`, as `versionAt` reads them
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`, `version_not_found`,
 *   `version_removed`, `draft_not_found`
 */
export async function compareEnvironmentVersions({
  ctx,
  input,
}: UseCaseCall<{ environmentId: string; from: string; to: string }>): Promise<Comparison> {
  requireRole(ctx, 'reader');
  const { environmentId } = input;
  await environmentWithHistory(ctx, environmentId);
  const [from, to] = await Promise.all([
    versionAt(ctx, environmentId, input.from),
    versionAt(ctx, environmentId, input.to),
  ]);
  const types = await typesOf(ctx, from.document, to.document);
  return {
    from: versionView(from),
    to: versionView(to),
    changes: diffModels(from.document, to.document, types),
    services: compareModels(from.document, to.document, types),
  };
}
