import { byId } from './by-id';
import { isBuiltUnit } from './change-rules';
import type { EnvironmentModel } from './environment';
import type { FieldProblem } from './field-problem';
import { circularMemberships, missingMemberships } from './membership-rules';
import { Neighbours } from './neighbours';
import { typeOf } from './network-facts';
import { offerWithin } from './offer-within';
import { publicAddressesOf } from './public-addresses';
import { circularReferences, referenceProblems } from './reference-rules';
import { checkService } from './service-check';
import type { Offer, ServiceType } from './service-type';
import { sizeProblems } from './size-rules';

/** What an environment is checked against before it is deployed. */
export interface EnvironmentContext {
  types: readonly ServiceType[];
  offer?: Offer;
  /** the document as deployed now */
  deployed?: EnvironmentModel;
}

/**
 * Every reason why a document must not be deployed: the problems of its services (paths begin with
 * `services.<index>.`), domains that nobody provides or that need each other in a circle, the same for services that
 * are named by others, and what exceeds the quota (path `services`).
 * Each cause is told once.
 */
export function checkEnvironment(model: EnvironmentModel, context: EnvironmentContext): FieldProblem[] {
  const { types, deployed } = context;
  const offer = context.offer && offerWithin(context.offer, model);
  const earlier = new Neighbours(types);
  const around = {
    types,
    others: earlier,
    ...(offer ? { offer } : {}),
    ...(deployed ? { deployed: byId(deployed.services) } : {}),
  };
  const own = model.services.flatMap((service, index) => {
    // rivals that come earlier only: a clash of two services is one cause
    const found = under(index, checkService(service, around));
    earlier.add(service);
    return found;
  });
  const domains = [...missingMemberships(model, context), ...circularMemberships(model, context.types)];
  const references = [...referenceProblems(model, context), ...circularReferences(model, context.types)];
  const size = sizeProblems(model.services).map((problem) => ({ ...problem, path: 'services' }));
  return [
    ...size,
    ...own,
    ...domains,
    ...references,
    ...sameIds(model),
    ...overQuota(model, context),
    ...publicAddressProblems(model, context),
  ];
}

const under = (index: number, problems: FieldProblem[]): FieldProblem[] =>
  problems.map((problem) => ({ ...problem, path: `services.${index}.${problem.path}` }));

function sameIds(model: EnvironmentModel): FieldProblem[] {
  const seen = new Set<string>();
  const found: FieldProblem[] = [];
  const note = (id: string, path: string) => {
    if (seen.has(id)) found.push({ path, code: 'id_taken', sentence: 'This id is used twice in this environment.' });
    seen.add(id);
  };
  model.services.forEach((service, index) => {
    note(service.id, `services.${index}.id`);
    service.units.forEach((unit, at) => {
      note(unit.id, `services.${index}.units.${at}.id`);
    });
  });
  return found;
}

/** What the machines still to be made need beyond the tenant's quota. */
function overQuota(model: EnvironmentModel, { types, offer }: EnvironmentContext): FieldProblem[] {
  if (!offer) return [];
  const needed = { machines: 0, vcpus: 0, memoryMb: 0 };
  for (const service of model.services) {
    const property = typeOf(service, types)?.properties.find(({ kind }) => kind === 'flavor')?.name;
    const size = offer.flavors.find((flavor) => property !== undefined && flavor.name === service[property]);
    const fresh = service.units.filter((unit) => !isBuiltUnit(unit)).length;
    needed.machines += fresh;
    needed.vcpus += fresh * (size?.vcpus ?? 0);
    needed.memoryMb += fresh * (size?.memoryMb ?? 0);
  }
  const words = {
    machines: ['machine', 'machines'],
    vcpus: ['processor', 'processors'],
    memoryMb: ['MB of memory', 'MB of memory'],
  } as const;
  return (['machines', 'vcpus', 'memoryMb'] as const).flatMap((what) => {
    const { used, limit } = offer.quota[what];
    // a limit below zero is OpenStack's word for none
    if (limit < 0 || needed[what] === 0 || used + needed[what] <= limit) return [];
    const left = Math.max(limit - used, 0);
    const [one, many] = words[what];
    const sentence = `This needs ${needed[what]} more ${needed[what] === 1 ? one : many}, but your quota leaves ${left} of ${limit}. Choose fewer or smaller machines, or ask for more.`;
    return [{ path: 'services', code: 'over_quota', sentence }];
  });
}

/** Public addresses that services ask for more than they have, where the cloud gives none or the quota has too few left. */
function publicAddressProblems(
  model: EnvironmentModel,
  { types, offer, deployed }: EnvironmentContext,
): FieldProblem[] {
  const share = offer?.quota.publicAddresses;
  if (!share) return [];
  const before = byId(deployed?.services ?? []);
  const asking = model.services.flatMap((service, index) => {
    const now = publicAddressesOf(service, typeOf(service, types));
    const old = before.get(service.id);
    const more = (now?.count ?? 0) - ((old && publicAddressesOf(old, typeOf(old, types))?.count) ?? 0);
    return now && more > 0 ? [{ path: `services.${index}.${now.property}`, label: now.label, more }] : [];
  });
  const { used, limit } = share;
  if (limit === 0) {
    return asking.map(({ path, label }) => ({
      path,
      code: 'no_public_addresses',
      sentence: `No public addresses are given out here. Leave "${label}" off.`,
    }));
  }
  const needed = asking.reduce((sum, { more }) => sum + more, 0);
  // a limit below zero is OpenStack's word for none
  if (limit < 0 || needed === 0 || used + needed <= limit) return [];
  const left = Math.max(limit - used, 0);
  const what = needed === 1 ? 'public address' : 'public addresses';
  const sentence = `This needs ${needed} more ${what}, but your quota leaves ${left} of ${limit}. Do without some of them, or ask for more.`;
  return [{ path: 'services', code: 'over_quota', sentence }];
}
