import { directRequirements, needs, requirementsOf } from '@/lib/catalog/requirements';
import { environmentsUsing } from '@/lib/db/package-use';
import { fileDigests, type StoredPackage } from '@/lib/db/packages';
import { typeIn } from '@/lib/formats/guide/in-language';
import type { PackageDetails } from '@/lib/model/package-details';
import type { PackageLock } from '@/lib/model/package-lock';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { packageViews } from './view';
import { visiblePackage } from './visible';

/** So many environments that work with a package are named. */
const MAX_ENVIRONMENTS = 100;

/**
 * Everything that the catalog knows of one version of a package: what it makes, its classes, what it requires, what
 * changed from version to version, and who works with it.
 *
 * @param input `language`: two letters, of what the package says to people
 * @throws forbidden `role_too_low`; not_found `package_not_found`
 */
export async function showPackageDetails({
  ctx,
  input,
}: UseCaseCall<{ packageId: string; language: string }>): Promise<PackageDetails> {
  requireRole(ctx, 'reader');
  const { catalog, actor, db } = ctx;
  const { tenantId } = actor;
  const found = await visiblePackage(ctx, input.packageId);
  const { name, version, digest } = found;
  const lock: PackageLock = { [name]: { version, digest } };
  const pack = await catalog.read(digest, name);
  const [views, types, guides, described, versions, requires, newest, environments] = await Promise.all([
    packageViews(ctx, [{ ...found, pack }]),
    catalog.serviceTypes(tenantId, lock),
    catalog.guides(tenantId, lock),
    catalog.documentation(tenantId, name, lock),
    versionsOf(ctx, found),
    requiredBy(ctx, found),
    catalog.newest(tenantId),
    environmentsUsing(db, tenantId, name, MAX_ENVIRONMENTS),
  ]);
  const [view] = views as [PackageDetails['package']];
  return {
    package: view,
    services: types.filter((type) => type.package === name).map((type) => typeIn(type, guides, input.language)),
    versions,
    requires,
    extends: pack.extends?.package ?? null,
    extended_by: newest.filter((one) => one.pack.extends?.package === name).map((one) => one.name),
    required_by: newest
      .filter((one) => one.pack.extends?.package !== name && needs(one.pack, pack))
      .map((one) => one.name),
    environments,
    hierarchy: described?.hierarchy ?? {},
    classes: described?.classes ?? null,
    warnings: described?.warnings ?? [],
  };
}

/** What a package requires, each with the version that is taken for it now. */
async function requiredBy(
  { catalog, actor: { tenantId } }: Context,
  { digest, name }: StoredPackage,
): Promise<PackageDetails['requires']> {
  const [pack, newest] = await Promise.all([catalog.read(digest, name), catalog.newest(tenantId)]);
  const there = [
    ...newest.map((one) => one.pack),
    ...(await catalog.furtherVersions(tenantId, [...newest.map((one) => one.pack), pack])),
  ];
  const taken = [...requirementsOf(pack, there)];
  const named = [...pack.requires].map(([required, { wanted, accepts }]) => {
    const brought = catalog.brought.get(required);
    const version = taken.find((one) => one.name === required && accepts(one.version))?.version;
    return { name: required, wanted, version: version ?? brought ?? null, in_catalog: version !== undefined };
  });
  const holders = directRequirements(pack, there).filter(({ name }) => !pack.requires.has(name));
  return [
    ...named,
    ...holders.map(({ name, version }) => ({ name, wanted: 'any version', version, in_catalog: true })),
  ];
}

/** Every version of a package, each with the files that differ from the one before. */
async function versionsOf(ctx: Context, { name }: StoredPackage): Promise<PackageDetails['versions']> {
  const { tenantId } = ctx.actor;
  const [all, newest] = await Promise.all([ctx.catalog.versions(tenantId), ctx.catalog.newest(tenantId)]);
  const versions = all.filter((one) => one.name === name);
  const files = await fileDigests(
    ctx.db,
    versions.map(({ digest }) => digest),
  );
  return versions.map(({ id, version, digest, createdAt }, at) => {
    const [own, before] = [files.get(digest), files.get(versions[at + 1]?.digest ?? '')];
    return {
      ...{ id, version, created: createdAt.toISOString(), newest: newest.some((one) => one.id === id) },
      changes: own && before ? changesBetween(before, own) : null,
    };
  });
}

function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): { added: string[]; changed: string[]; removed: string[] } {
  return {
    added: [...after.keys()].filter((path) => !before.has(path)),
    changed: [...after].flatMap(([path, blob]) => (before.has(path) && before.get(path) !== blob ? [path] : [])),
    removed: [...before.keys()].filter((path) => !after.has(path)),
  };
}
