import { errors } from '@/lib/errors';
import type { PackageLock } from '@/lib/model/package-lock';
import type { Context } from '../context';

/**
 * The lock of a document with one package besides, in a version that somebody chose: what a new service of it takes
 * instead of the newest.
 *
 * @param held what the document is locked to already
 * @param digest of the version's content; absent where nothing was chosen
 * @throws not_found `package_version_not_found`; state_forbids `package_in_use` where the document works with another
 *   version of it already
 */
export async function lockWithVersion(
  { actor, catalog }: Pick<Context, 'actor' | 'catalog'>,
  held: PackageLock,
  digest: string | undefined,
): Promise<PackageLock> {
  if (digest === undefined) return held;
  const found = (await catalog.versions(actor.tenantId)).find((one) => one.digest === digest);
  if (!found) throw errors.notFound('package_version_not_found', 'The catalog has no version with this content.');
  const { name, version } = found;
  const used = held[name];
  if (used && used.digest !== digest) {
    throw errors.stateForbids(
      'package_in_use',
      `This environment works with version ${used.version} of ${name} already. Choose another one among the packages of the environment, on its settings.`,
    );
  }
  return { ...held, [name]: { version, digest } };
}
