import type { CatalogPackage } from '@/lib/catalog/catalog-package';
import type { Icon } from '@/lib/catalog/icon';
import { requirementsOf } from '@/lib/catalog/requirements';
import type { StoredPackage } from '@/lib/db/packages';
import { guideIn, typeIn } from '@/lib/formats/guide/in-language';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { Guide } from '@/lib/model/guide';
import type { JsonObject } from '@/lib/model/json';
import { classesIn } from '@/lib/model/object-entry';
import { catalogPackages, type PackageLock } from '@/lib/model/package-lock';
import type { EnvironmentExtension, EnvironmentPackage } from '@/lib/model/package-view';
import type { ServiceType } from '@/lib/model/service-type';
import { ownSession } from '../access/own-session';
import type { ReadAddress } from '../access/read-address';
import { visibleEnvironment } from '../access/visible';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { runOf } from '../runs/get';
import { lockWithVersion } from '../services/lock-with-version';

/**
 * The packages that an environment works with: in one's own draft, or as deployed. What was never deployed and is no
 * draft has none.
 *
 * @throws forbidden `role_too_low`, `other_tenant`, `session_of_another_user`; not_found `environment_not_found`,
 *   `session_not_found`
 */
export async function listEnvironmentPackages({ ctx, input }: UseCaseCall<ReadAddress>): Promise<EnvironmentPackages> {
  requireRole(ctx, 'reader');
  const { environmentId, sessionId } = input;
  if (sessionId === undefined) {
    const { model } = await visibleEnvironment(ctx, environmentId);
    return environmentPackages(ctx, model, model);
  }
  const { model, baseModel } = await ownSession(ctx, { environmentId, sessionId });
  return environmentPackages(ctx, model, baseModel);
}

/** Where service types are read: an environment, and perhaps one's own draft or a run of it. */
export interface TypesAddress extends ReadAddress {
  runId?: string | undefined;
}

/** Where service types of a new service are read: perhaps with one package in a version of its own. */
interface NewServiceAddress extends TypesAddress {
  /** digest of the content */
  packageDigest?: string | undefined;
}

/** What packages say to people, in one language. */
export interface LocalizedCatalog {
  services: ServiceType[];
  guide: Guide;
}

/**
 * The service types as an environment works with them: those of its packages in the versions of one's own draft, as a
 * run went by them, or as deployed; all others in their newest, or one of them in a version that is chosen.
 *
 * @param input.language two letters: what packages do not say in it is in English
 * @throws as {@link listEnvironmentPackages}; not_found `run_not_found`; as `lockWithVersion`
 */
export async function environmentServiceTypes({
  ctx,
  input,
}: UseCaseCall<NewServiceAddress & { language: string }>): Promise<LocalizedCatalog> {
  requireRole(ctx, 'reader');
  const lock = await lockAt(ctx, input);
  return localized(ctx, input.language, await lockWithVersion(ctx, lock ?? {}, input.packageDigest));
}

/** The service types that new services take, in one language. */
export function listServiceTypes({ ctx, input }: UseCaseCall<{ language: string }>): Promise<LocalizedCatalog> {
  requireRole(ctx, 'reader');
  return localized(ctx, input.language);
}

/**
 * What packages in their newest versions say in a language: titles of steps, and what they report, by their English.
 *
 * @returns none for English
 */
export async function listPackageSentences({
  ctx,
  input,
}: UseCaseCall<{ language: string }>): Promise<{ sentences: Readonly<Record<string, string>> }> {
  requireRole(ctx, 'reader');
  const guides = await ctx.catalog.guides(ctx.actor.tenantId);
  return { sentences: guideIn(guides, input.language).sentences ?? {} };
}

async function localized({ actor, catalog }: Context, language: string, lock?: PackageLock): Promise<LocalizedCatalog> {
  const [types, guides] = await Promise.all([
    catalog.serviceTypes(actor.tenantId, lock),
    catalog.guides(actor.tenantId, lock),
  ]);
  return { services: types.map((type) => typeIn(type, guides, language)), guide: guideIn(guides, language) };
}

/**
 * The icon of a service type as an environment works with it.
 *
 * @returns null for a type that no package describes
 * @throws as {@link environmentServiceTypes}
 */
export async function environmentLogo({
  ctx,
  input,
}: UseCaseCall<TypesAddress & { type: string }>): Promise<Icon | null> {
  requireRole(ctx, 'reader');
  return ctx.catalog.logo(ctx.actor.tenantId, input.type, await lockAt(ctx, input));
}

async function lockAt(
  ctx: Context,
  { environmentId, sessionId, runId }: TypesAddress,
): Promise<PackageLock | undefined> {
  if (sessionId !== undefined) return (await ownSession(ctx, { environmentId, sessionId })).model.packages;
  if (runId === undefined) return (await visibleEnvironment(ctx, environmentId)).model.packages;
  const { modelBefore, modelAsked } = await runOf(ctx, { environmentId, runId });
  // A run that asks for no document goes by the environment's own, and never moves its packages.
  if (modelAsked === null) return (await visibleEnvironment(ctx, environmentId)).model.packages;
  return { ...modelBefore?.packages, ...modelAsked.packages };
}

/** What an environment works with, and what extends that: at work, or to be taken up. */
export interface EnvironmentPackages {
  packages: EnvironmentPackage[];
  extensions: EnvironmentExtension[];
}

/**
 * What a document is locked to, with the versions that there are besides.
 *
 * @param deployed the document as it is deployed
 */
export async function environmentPackages(
  ctx: Context,
  model: EnvironmentModel,
  deployed: EnvironmentModel,
): Promise<EnvironmentPackages> {
  const [packages, extensions] = await Promise.all([
    lockedPackages(ctx, model, deployed),
    extensionsOf(ctx, model, deployed),
  ]);
  return { packages, extensions };
}

/** Extensions of what a document works with: those that it has, and those that are switched on. */
async function extensionsOf(
  { catalog, actor: { tenantId }, switches }: Context,
  { packages: lock = {} }: EnvironmentModel,
  deployed: EnvironmentModel,
): Promise<EnvironmentExtension[]> {
  const [newest, isOn] = await Promise.all([catalog.newest(tenantId), switches.offeredTo(tenantId, false)]);
  const held = catalogPackages(lock).filter(([, one]) => one.extends !== undefined);
  const taken = await Promise.all(held.map(([name, { digest }]) => catalog.read(digest, name)));
  const open = newest.map(({ pack }) => pack).filter(({ name }) => lock[name] === undefined && isOn(name));
  return [...taken, ...open]
    .flatMap((pack): EnvironmentExtension[] => {
      if (!pack.extends || !lock[pack.extends.package]) return [];
      const { name, title, description, version } = pack;
      return [
        {
          ...{ fully_qualified_name: name, name: title, description, version, extends: pack.extends.package },
          taken_up: lock[name] !== undefined,
          deployed: deployed.packages?.[name] !== undefined,
          enabled: isOn(name),
        },
      ];
    })
    .sort((a, b) => (a.fully_qualified_name < b.fully_qualified_name ? -1 : 1));
}

async function lockedPackages(
  ctx: Context,
  model: EnvironmentModel,
  deployed: EnvironmentModel,
): Promise<EnvironmentPackage[]> {
  const { tenantId } = ctx.actor;
  const lock = catalogPackages(model.packages);
  const [newest, versions, packages] = await Promise.all([
    ctx.catalog.newest(tenantId),
    ctx.catalog.versions(tenantId),
    Promise.all(lock.map(([name, { digest }]) => ctx.catalog.read(digest, name))),
  ]);
  const isOffered = (name: string) => (one: StoredPackage) =>
    one.name === name && (one.current || one.digest === model.packages?.[name]?.digest);
  return lock.map(([name, { version, digest }], index): EnvironmentPackage => {
    const pack = packages[index] as CatalogPackage;
    return {
      fully_qualified_name: name,
      name: pack.title,
      type: pack.type,
      version,
      digest,
      newest: newest.some((one) => one.name === name && one.digest === digest),
      deployed_version: deployed.packages?.[name]?.version ?? null,
      services: model.services.filter((service) => needs(service, pack, packages)).map((service) => service.name),
      versions: versions
        .filter(isOffered(name))
        .map((one) => ({ version: one.version, digest: one.digest, created: one.createdAt.toISOString() })),
    };
  });
}

/** Whether a service is of a package, or of one that requires it or is extended by it. */
function needs(service: Service, pack: CatalogPackage, packages: readonly CatalogPackage[]): boolean {
  const classes = classesIn(service as JsonObject);
  const own = packages.filter(
    (one) =>
      one.serviceTypes.some(({ type }) => type === service.type) || one.classes.some((name) => classes.includes(name)),
  );
  return own.some(
    (one) => one === pack || one.name === pack.extends?.package || requirementsOf(one, packages).has(pack),
  );
}
