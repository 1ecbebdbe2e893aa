import type { ResourceForecast } from '@/lib/cloud/cloud';
import type { JsonObject } from '@/lib/model/json';
import type { MachineSize, Preview, PreviewTotal } from '@/lib/model/preview';
import type { Offer } from '@/lib/model/service-type';
import { isMachine, sizeOf } from './machines';

/**
 * What the tenant's machines use now and afterwards. The peak is while the cloud works: it makes what is new before
 * it removes what is replaced or no longer wanted.
 */
export function previewTotals(resources: readonly ResourceForecast[], offer: Offer): Preview['totals'] {
  const { quota, flavors } = offer;
  const total = (
    { used, limit }: { used: number; limit: number },
    amount: (size: MachineSize | null) => number,
  ): PreviewTotal => {
    let made = 0;
    let gone = 0;
    const of = (properties: JsonObject | null) => (properties ? amount(sizeOf(properties, flavors)) : 0);
    for (const { change, before, after } of resources.filter(isMachine)) {
      if (change === 'inPlace') {
        const grown = of(after) - of(before);
        made += Math.max(grown, 0);
        gone += Math.max(-grown, 0);
      } else if (change !== 'unchanged') {
        made += of(after);
        gone += of(before);
      }
    }
    return { now: used, after: used + made - gone, peak: used + made, limit: limit < 0 ? null : limit };
  };
  return {
    machines: total(quota.machines, () => 1),
    vcpus: total(quota.vcpus, (size) => size?.vcpus ?? 0),
    memoryMb: total(quota.memoryMb, (size) => size?.memoryMb ?? 0),
    diskGb: quota.diskGb ? total(quota.diskGb, (size) => size?.diskGb ?? 0) : null,
  };
}
