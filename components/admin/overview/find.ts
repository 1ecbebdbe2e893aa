import type { OverviewEnvironment } from '@/lib/model/administration';
import type { Attention } from '@/lib/model/attentions';

export interface OverviewFilters {
  attention: string;
  /** id */
  tenant: string;
  q: string;
}

/** The environments of a tenant whose name, tenant or failure holds every typed word. */
export function findInOverview(
  environments: readonly OverviewEnvironment[],
  { tenant, q }: Pick<OverviewFilters, 'tenant' | 'q'>,
): OverviewEnvironment[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return environments.filter((one) => {
    if (tenant !== '' && one.tenant.id !== tenant) return false;
    const text = [
      one.name,
      one.tenant.name,
      one.deployment?.sentence ?? '',
      one.deployment?.user_name ?? '',
      ...one.troubled_machines.map(({ host }) => host),
    ]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** How many environments want what. */
export function countByAttention(environments: readonly OverviewEnvironment[]): Map<Attention, number> {
  const counts = new Map<Attention, number>();
  for (const { attention } of environments) counts.set(attention, (counts.get(attention) ?? 0) + 1);
  return counts;
}
