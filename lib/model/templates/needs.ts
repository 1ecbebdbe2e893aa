import { isObject, type JsonObject } from '../json';
import { typeOf } from '../network-facts';
import { publicAddressesOf } from '../public-addresses';
import { completeService } from '../service-defaults';
import type { Offer, ServiceType } from '../service-type';

/** What some services take from a quota. */
export interface Needs {
  machines: number;
  vcpus: number;
  memoryMb: number;
  publicAddresses: number;
}

/** What services need when all their machines are made anew. A size that the cloud does not have counts for nothing. */
export function needsOf(services: readonly JsonObject[], types: readonly ServiceType[], offer: Offer): Needs {
  const needs: Needs = { machines: 0, vcpus: 0, memoryMb: 0, publicAddresses: 0 };
  for (const service of services) {
    const type = typeOf(service, types);
    const property = type?.properties.find(({ kind }) => kind === 'flavor')?.name;
    const size = type && property ? completeService(service, type, offer)[property] : undefined;
    const flavor = offer.flavors.find(({ name }) => name === size);
    const machines = Array.isArray(service.units) ? service.units.filter(isObject).length : 0;
    needs.machines += machines;
    needs.vcpus += machines * (flavor?.vcpus ?? 0);
    needs.memoryMb += machines * (flavor?.memoryMb ?? 0);
    needs.publicAddresses += publicAddressesOf(service, type)?.count ?? 0;
  }
  return needs;
}

/**
 * What the cloud offers once a draft is deployed: what its machines take more than those that are deployed counts as used.
 *
 * @param deployed the services that are deployed
 * @param drafted those of the draft
 */
export function offerAfter(
  offer: Offer,
  deployed: readonly JsonObject[],
  drafted: readonly JsonObject[],
  types: readonly ServiceType[],
): Offer {
  const before = needsOf(deployed, types, offer);
  const after = needsOf(drafted, types, offer);
  const share = ({ used, limit }: Offer['quota']['machines'], part: keyof Needs) => ({
    limit,
    used: Math.max(0, used + after[part] - before[part]),
  });
  const { machines, vcpus, memoryMb, publicAddresses } = offer.quota;
  return {
    ...offer,
    quota: {
      machines: share(machines, 'machines'),
      vcpus: share(vcpus, 'vcpus'),
      memoryMb: share(memoryMb, 'memoryMb'),
      ...(publicAddresses ? { publicAddresses: share(publicAddresses, 'publicAddresses') } : {}),
    },
  };
}

type MachineNeeds = Omit<Needs, 'publicAddresses'>;

/** One part of a quota that is too small: how much is needed, and how much is left. */
export interface Shortage {
  what: keyof MachineNeeds;
  needed: number;
  left: number;
}

/** The first part of a quota that something does not fit into; null when all of it fits. */
export function shortageOf(needs: MachineNeeds, quota: Offer['quota']): Shortage | null {
  for (const what of ['machines', 'vcpus', 'memoryMb'] as const) {
    const { used, limit } = quota[what];
    // a limit below zero is OpenStack's word for none
    if (limit < 0 || needs[what] === 0 || used + needs[what] <= limit) continue;
    return { what, needed: needs[what], left: Math.max(limit - used, 0) };
  }
  return null;
}
