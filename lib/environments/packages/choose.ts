import { lockedAs } from '@/lib/catalog/lock';
import { errors } from '@/lib/errors';
import type { Service } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { isWholeObject } from '@/lib/model/object-entry';
import type { LockedPackage, PackageLock } from '@/lib/model/package-lock';
import { completeService } from '@/lib/model/service-defaults';
import type { Context, UseCaseCall } from '../context';
import { typesOf } from '../service-types';
import { type EditAddress, editDraft } from '../services/edit';
import { type EnvironmentPackages, environmentPackages } from './list';

/**
 * Lets a draft work with other versions of packages. Nothing moves by itself: until this is deployed, and in every
 * other environment, what is locked stays. What a version asks besides has its default; what has none is told where
 * the draft is reviewed. What extends a package of the draft is taken up, and given up, in the same way: then services
 * lose what it has asked.
 *
 * @param input `packages`: by full name, a version or the digest of a content; null gives an extension up
 * @returns the packages of the draft
 * @throws as `editDraft`; not_found `package_not_used`, `package_version_not_found`; state_forbids
 *   `package_version_conflict` when a package needs another version of one that the draft works with, `package_needed`
 *   for giving up what is no extension, `extension_off` for one that no administrator has switched on,
 *   `extension_conflict` for one that gives what is there already
 */
export async function chooseEnvironmentPackages({
  ctx,
  input,
}: UseCaseCall<EditAddress & { packages: Readonly<Record<string, string | null>> }>): Promise<EnvironmentPackages> {
  const { model, session } = await editDraft(ctx, input, async ({ model: draft, offer }, base) => {
    const held = heldBy(draft.packages, base.packages);
    const chosen = await chosenVersions(ctx, held, input.packages);
    const names = Object.keys(chosen);
    const packages = withChosen(held, chosen);
    const touched = names.map((name) => chosen[name]?.extends ?? name);
    const types = (await typesOf(ctx, { packages })).filter((type) => touched.includes(type.package));
    const lost = await lostProperties(ctx, held, chosen);
    const completed = (service: Service) => {
      const type = isWholeObject(service) ? undefined : types.find((one) => one.type === service.type);
      return type ? (completeService(service as JsonObject, type, offer) as Service) : service;
    };
    const without = (service: Service): Service => {
      const gone = lost.get(service.type) ?? [];
      return Object.fromEntries(Object.entries(service).filter(([name]) => !gone.includes(name))) as Service;
    };
    return {
      services: draft.services.map(without).map(completed),
      packages,
      result: null,
      text: `chose ${names.map((name) => (chosen[name] ? `${name} ${chosen[name].version}` : `no ${name}`)).join(', ')}`,
      audit: { action: 'package.choose', targetId: names.join(', '), details: { packages: chosen as JsonObject } },
    };
  });
  return environmentPackages(ctx, model, session.baseModel);
}

/** By full name; null for an extension that is given up. */
type Chosen = Readonly<Record<string, LockedPackage | null>>;

/** What a draft works with, and packages of what it began from; an extension that the draft gave up stays given up. */
function heldBy(draft: PackageLock | undefined, base: PackageLock = {}): PackageLock {
  const before = Object.entries(base).filter(([, one]) => draft === undefined || one.extends === undefined);
  return { ...Object.fromEntries(before), ...draft };
}

function withChosen(held: PackageLock, chosen: Chosen): PackageLock {
  const all = Object.entries<LockedPackage | null>({ ...held, ...chosen });
  return Object.fromEntries(all.flatMap(([name, one]) => (one ? [[name, one] as const] : [])));
}

async function chosenVersions(
  ctx: Context,
  held: PackageLock,
  wanted: Readonly<Record<string, string | null>>,
): Promise<Chosen> {
  const chosen: [string, LockedPackage | null][] = [];
  for (const [name, which] of Object.entries(wanted)) {
    chosen.push([name, which === null ? givenUp(held, name) : await chosenVersion(ctx, held, name, which)]);
  }
  return Object.fromEntries(chosen);
}

function givenUp(held: PackageLock, name: string): null {
  if (!held[name]) throw notUsed(name);
  if (held[name].extends !== undefined) return null;
  throw errors.stateForbids(
    'package_needed',
    `Services of this environment need the package ${name}: only what extends a package can be left out.`,
  );
}

async function chosenVersion(ctx: Context, held: PackageLock, name: string, which: string): Promise<LockedPackage> {
  const { catalog, actor, switches } = ctx;
  if (held[name]?.builtIn) throw notUsed(name);
  const versions = await catalog.versions(actor.tenantId);
  const found = versions.find((one) => one.name === name && (one.digest === which || one.version === which));
  if (!found && !held[name]) throw notUsed(name);
  if (!found) {
    throw errors.notFound('package_version_not_found', `The catalog has no version ${which} of the package ${name}.`);
  }
  const locked = lockedAs({ digest: found.digest, pack: await catalog.read(found.digest, name) });
  if (held[name]) return locked;
  if (locked.extends === undefined || !held[locked.extends]) throw notUsed(name);
  if (await switches.offered(name, actor.tenantId, false)) return locked;
  throw errors.stateForbids(
    'extension_off',
    `The package ${name} is switched off. An administrator of the installation switches it on.`,
  );
}

function notUsed(name: string) {
  return errors.notFound('package_not_used', `No service of this environment needs the package ${name}.`);
}

/** What services lose with the extensions that are given up: names of properties, by type. */
async function lostProperties({ catalog }: Context, held: PackageLock, chosen: Chosen): Promise<Map<string, string[]>> {
  const lost = new Map<string, string[]>();
  for (const [name, to] of Object.entries(chosen)) {
    const from = held[name];
    const target = from?.extends === undefined ? undefined : held[from.extends];
    if (to !== null || !from?.extends || !target) continue;
    const extension = await catalog.read(from.digest, name);
    const names = (extension.extends?.form?.properties ?? []).map((property) => property.name);
    const { serviceTypes } = await catalog.read(target.digest, from.extends);
    for (const { type } of serviceTypes) lost.set(type, [...(lost.get(type) ?? []), ...names]);
  }
  return lost;
}
