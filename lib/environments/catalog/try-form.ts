import { newId } from '@/lib/crypto';
import type { JsonObject } from '@/lib/model/json';
import { Neighbours } from '@/lib/model/neighbours';
import { plannedHostNames } from '@/lib/model/network-facts';
import type { FormTrial } from '@/lib/model/package-details';
import { requireRole, type UseCaseCall } from '../context';
import { typesOf } from '../service-types';
import { withMadePasswords } from '../services/make-passwords';
import { prepareService } from '../services/prepare';
import { visiblePackage } from './visible';

/**
 * What answers to the form of a package come to, as if they were the only service of an environment: everything that
 * the wizard, the form and the class refuse, and the names of the machines that there would be. Nothing is stored.
 *
 * @param input `service`: as it would be added to a draft
 * @throws forbidden `role_too_low`; not_found `package_not_found`
 */
export async function tryPackageForm({
  ctx,
  input,
}: UseCaseCall<{ packageId: string; service: JsonObject }>): Promise<FormTrial> {
  requireRole(ctx, 'member');
  const { name, version, digest } = await visiblePackage(ctx, input.packageId);
  const packages = { [name]: { version, digest } };
  const types = await typesOf(ctx, { packages });
  const { service, problems } = prepareService(withMadePasswords(input.service, types), undefined, {
    ...{ types, offer: await ctx.recentOffer(), others: new Neighbours(types, []) },
    ...{ box: ctx.box, now: ctx.now() },
  });
  if (problems.length > 0) return { problems, machines: [] };
  const model = { id: newId(), name, services: [service], packages };
  const outcome = await ctx.catalog.outcomeOf(ctx.actor.tenantId, service, model);
  const machines = outcome.machines?.map((machine) => machine.name) ?? plannedHostNames(service as JsonObject, types);
  return { problems: outcome.problems, machines: outcome.problems.length === 0 ? machines : [] };
}
