import type { PackageLock } from '@/lib/model/package-lock';
import type { EnvironmentPackage } from '@/lib/model/package-view';
import type { ServiceType } from '@/lib/model/service-type';
import { ownSession } from '../access/own-session';
import { visibleEnvironment } from '../access/visible';
import { type Ask, type Context, requireRole } from '../context';
import type { ReadAddress } from '../services/read';

/**
 * The packages that an environment works with: in one's own draft, or as deployed. What was never deployed and is no
 * draft has none.
 *
 * @throws forbidden `role_too_low`, `other_tenant`, `session_of_another_user`; not_found `environment_not_found`,
 *   `session_not_found`
 */
export async function listEnvironmentPackages({ ctx, input }: Ask<ReadAddress>): Promise<EnvironmentPackage[]> {
  requireRole(ctx, 'reader');
  return environmentPackages(ctx, (await lockAt(ctx, input)) ?? {});
}

/**
 * The service types as an environment works with them: those of its packages in the versions of one's own draft, or as
 * deployed; all others in their newest.
 *
 * @throws as {@link listEnvironmentPackages}
 */
export async function environmentServiceTypes({ ctx, input }: Ask<ReadAddress>): Promise<ServiceType[]> {
  requireRole(ctx, 'reader');
  return ctx.catalog.serviceTypes(ctx.actor.tenantId, await lockAt(ctx, input));
}

async function lockAt(ctx: Context, { environmentId, sessionId }: ReadAddress): Promise<PackageLock | undefined> {
  const { model } =
    sessionId === undefined
      ? await visibleEnvironment(ctx, environmentId)
      : await ownSession(ctx, { environmentId, sessionId });
  return model.packages;
}

/** What a lock names, with the versions that there are besides. */
export async function environmentPackages(ctx: Context, lock: PackageLock): Promise<EnvironmentPackage[]> {
  const { tenantId } = ctx.actor;
  const [newest, versions] = await Promise.all([ctx.catalog.newest(tenantId), ctx.catalog.versions(tenantId)]);
  return Promise.all(
    Object.entries(lock).map(async ([name, { version, digest }]) => {
      const pack = await ctx.catalog.read(digest, name);
      return {
        fully_qualified_name: name,
        name: pack.title,
        version,
        digest,
        newest: newest.some((one) => one.name === name && one.digest === digest),
        versions: versions
          .filter((one) => one.name === name && (one.current || one.digest === digest))
          .map((one) => ({ version: one.version, digest: one.digest, created: one.createdAt.toISOString() })),
      };
    }),
  );
}
