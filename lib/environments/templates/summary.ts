import { isObject } from '@/lib/model/json';
import { typeOf } from '@/lib/model/network-facts';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import type { Blueprint } from '@/lib/model/templates/blueprint';
import { needsOf } from '@/lib/model/templates/needs';
import { type BlueprintSecret, openSecrets, serviceIndexOf } from '@/lib/model/templates/open-secrets';
import type { BlueprintCheck, OpenSecret } from '@/lib/model/templates/views';

export type BlueprintSummary = Pick<BlueprintCheck, 'services' | 'needs' | 'secrets'>;

/** What would be made of a blueprint, for people: services, machines, and the secrets it leaves open. */
export function summaryOf(blueprint: Blueprint, types: readonly ServiceType[], offer: Offer): BlueprintSummary {
  const services = blueprint.services.map((service) => ({
    type: String(service.type),
    title: typeOf(service, types)?.title ?? String(service.type),
    name: typeof service.name === 'string' ? service.name : '',
    machines: Array.isArray(service.units) ? service.units.filter(isObject).length : 0,
  }));
  const { machines, vcpus, memoryMb } = needsOf(blueprint.services, types, offer);
  const secretView = ({ id, mode, label, kind, paths }: BlueprintSecret): OpenSecret => {
    const service = services[serviceIndexOf(paths[0] ?? '')];
    return { id, mode, label, kind, service: service?.name || (service?.title ?? '') };
  };
  return {
    services,
    needs: { machines, vcpus, memory_mb: memoryMb },
    secrets: openSecrets(blueprint, types).map(secretView),
  };
}
