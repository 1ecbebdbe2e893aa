import { isVetroError } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Context } from '../context';

/**
 * A draft with the versions of all packages that its services need: those it works with already, the newest of what
 * came in. A draft with a service that no package describes keeps the versions it has: its problems are told where it
 * is looked at.
 *
 * @param base what the draft began from
 * @throws state_forbids `package_version_conflict`
 */
export async function withLock(
  { actor, catalog }: Pick<Context, 'actor' | 'catalog'>,
  draft: EnvironmentModel,
  base: EnvironmentModel,
): Promise<EnvironmentModel> {
  try {
    return { ...draft, packages: await catalog.lock(actor.tenantId, draft, base) };
  } catch (error) {
    if (isVetroError(error) && error.kind === 'not_found') return draft;
    throw error;
  }
}
