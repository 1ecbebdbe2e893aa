import { errors } from '@/lib/errors';
import type { Service } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { isWholeObject } from '@/lib/model/object-entry';
import type { PackageLock } from '@/lib/model/package-lock';
import type { EnvironmentPackage } from '@/lib/model/package-view';
import { completeService } from '@/lib/model/service-defaults';
import type { Context, UseCaseCall } from '../context';
import { typesOf } from '../service-types';
import { type EditAddress, editDraft } from '../services/edit';
import { environmentPackages } from './list';

/**
 * Lets a draft work with other versions of packages. Nothing moves by itself: until this is deployed, and in every
 * other environment, what is locked stays. What a version asks besides has its default; what has none is told where
 * the draft is reviewed.
 *
 * @param input `packages`: by full name, a version or the digest of a content
 * @returns the packages of the draft
 * @throws as `editDraft`; not_found `package_not_used`, `package_version_not_found`; state_forbids
 *   `package_version_conflict` when a package needs another version of one that the draft works with
 */
export async function chooseEnvironmentPackages({
  ctx,
  input,
}: UseCaseCall<EditAddress & { packages: Readonly<Record<string, string>> }>): Promise<EnvironmentPackage[]> {
  const { model, session } = await editDraft(ctx, input, async ({ model: draft, offer }, base) => {
    const held = { ...base.packages, ...draft.packages };
    const chosen = await chosenVersions(ctx, held, input.packages);
    const names = Object.keys(chosen);
    const packages = { ...held, ...chosen };
    const types = (await typesOf(ctx, { packages })).filter((type) => names.includes(type.package));
    const completed = (service: Service) => {
      const type = isWholeObject(service) ? undefined : types.find((one) => one.type === service.type);
      return type ? (completeService(service as JsonObject, type, offer) as Service) : service;
    };
    return {
      services: draft.services.map(completed),
      packages,
      result: null,
      text: `chose ${names.map((name) => `${name} ${chosen[name]?.version}`).join(', ')}`,
      audit: { action: 'package.choose', targetId: names.join(', '), details: { packages: chosen } },
    };
  });
  return environmentPackages(ctx, model, session.baseModel);
}

async function chosenVersions(
  ctx: Context,
  held: PackageLock,
  wanted: Readonly<Record<string, string>>,
): Promise<PackageLock> {
  const versions = await ctx.catalog.versions(ctx.actor.tenantId);
  const chosen = Object.entries(wanted).map(([name, which]) => {
    if (!held[name] || held[name].builtIn) {
      throw errors.notFound('package_not_used', `No service of this environment needs the package ${name}.`);
    }
    const found = versions.find((one) => one.name === name && (one.digest === which || one.version === which));
    if (found) return [name, { version: found.version, digest: found.digest }] as const;
    throw errors.notFound('package_version_not_found', `The catalog has no version ${which} of the package ${name}.`);
  });
  return Object.fromEntries(chosen);
}
