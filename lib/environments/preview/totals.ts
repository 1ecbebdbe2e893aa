import type { JsonObject } from '@/lib/model/json';
import type { MachineSize, Preview, PreviewTotal } from '@/lib/model/preview';
import type { Offer } from '@/lib/model/service-type';
import { isMachine, type ResourceForecast } from '@/lib/ports/cloud/cloud';
import { sizeOf } from './machines';

/** What a resource takes of each share; nothing of those that it does not take. */
type ResourceShares = Partial<
  Record<'machines' | 'vcpus' | 'memoryMb' | 'diskGb' | 'publicAddresses' | 'networks', number>
>;

/**
 * What the tenant's machines, volumes, public addresses and networks use now and afterwards. The peak is while the cloud works: it
 * makes what is new before it removes what is replaced or no longer wanted.
 */
export function previewTotals(resources: readonly ResourceForecast[], offer: Offer): Preview['totals'] {
  const { quota, flavors } = offer;
  const total = ({ used, limit }: { used: number; limit: number }, share: keyof ResourceShares): PreviewTotal => {
    let made = 0;
    let gone = 0;
    for (const resource of resources) {
      const of = (properties: JsonObject | null) =>
        (properties ? takenBy(resource, properties, flavors)[share] : undefined) ?? 0;
      const [before, after] = [of(resource.before), of(resource.after)];
      if (resource.change === 'inPlace') {
        made += Math.max(after - before, 0);
        gone += Math.max(before - after, 0);
      } else if (resource.change !== 'unchanged') {
        made += after;
        gone += before;
      }
    }
    return { now: used, after: used + made - gone, peak: used + made, limit: limit < 0 ? null : limit };
  };
  return {
    machines: total(quota.machines, 'machines'),
    vcpus: total(quota.vcpus, 'vcpus'),
    memoryMb: total(quota.memoryMb, 'memoryMb'),
    diskGb: quota.diskGb ? total(quota.diskGb, 'diskGb') : null,
    ...(quota.publicAddresses ? { publicAddresses: total(quota.publicAddresses, 'publicAddresses') } : {}),
    ...(quota.networks ? { networks: total(quota.networks, 'networks') } : {}),
  };
}

function takenBy(resource: ResourceForecast, properties: JsonObject, flavors: Offer['flavors']): ResourceShares {
  if (isMachine(resource)) return { machines: 1, ...sizeTaken(sizeOf(properties, flavors)) };
  // a copy of another volume has no size of its own until it is there
  if (resource.type === 'OS::Cinder::Volume') return { diskGb: Number(properties.size ?? 0) || 0 };
  if (resource.type === 'OS::Neutron::FloatingIP') return { publicAddresses: 1 };
  if (resource.type === 'OS::Neutron::Net') return { networks: 1 };
  return {};
}

function sizeTaken(size: MachineSize | null): ResourceShares {
  return size ? { vcpus: size.vcpus, memoryMb: size.memoryMb, diskGb: size.diskGb } : {};
}
