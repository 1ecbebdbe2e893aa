import type { Preview } from '@/lib/model/preview';

/** What the quota bars show: measures in the order people count them, memory in GB. */
export interface QuotaUse {
  measure: 'machines' | 'vcpus' | 'memoryMb' | 'diskGb' | 'publicAddresses' | 'networks';
  unit: 'gb' | 'count';
  now: number;
  after: number;
  peak: number;
  /** null: none */
  limit: number | null;
}

export function quotaUses({ machines, vcpus, memoryMb, diskGb, ...few }: Preview['totals']): QuotaUse[] {
  const inGb = (mb: number) => Math.round((mb / 1024) * 10) / 10;
  return [
    { measure: 'machines', unit: 'count', ...machines },
    { measure: 'vcpus', unit: 'count', ...vcpus },
    {
      measure: 'memoryMb',
      unit: 'gb',
      now: inGb(memoryMb.now),
      after: inGb(memoryMb.after),
      peak: inGb(memoryMb.peak),
      limit: memoryMb.limit === null ? null : inGb(memoryMb.limit),
    },
    ...(diskGb ? [{ measure: 'diskGb', unit: 'gb', ...diskGb } as const] : []),
    // few services have one: whoever uses none reads nothing of it
    ...(['publicAddresses', 'networks'] as const).flatMap((measure) => {
      const total = few[measure];
      return total && Math.max(total.now, total.peak) > 0 ? [{ measure, unit: 'count', ...total } as const] : [];
    }),
  ];
}
