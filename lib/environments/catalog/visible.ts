import type { StoredPackage } from '@/lib/db/packages';
import { errors } from '@/lib/errors';
import type { Context } from '../context';

/**
 * A version of a package that the actor's tenant may use.
 *
 * @throws not_found `package_not_found`
 */
export async function visiblePackage({ catalog, actor }: Context, packageId: string): Promise<StoredPackage> {
  const found = (await catalog.versions(actor.tenantId)).find(({ id }) => id === packageId);
  if (found) return found;
  throw errors.notFound('package_not_found', 'The catalog has no such package.');
}
