import { FACT_TABLES, type Row, type SourceOptions } from '@/lib/conductor/policy';
import type { PolicyContext } from '@/lib/ports/policies';

/** Every table that rules may ask for, with the names of its columns, by its source. See docs/policy.md. */
export const SOURCE_TABLES = {
  murano: FACT_TABLES,
  deployed: FACT_TABLES,
  cloud: {
    flavors: ['name', 'vcpus', 'memory_mb', 'disk_gb'],
    images: ['name', 'title', 'type'],
    networks: ['cidr'],
    zones: ['name'],
    quotas: ['resource', 'used', 'most'],
  },
  totals: {
    resources: ['resource', 'asked', 'deployed'],
    members: ['object_id', 'relation', 'asked', 'deployed'],
  },
  // as Congress had it, for rules that were written for it
  nova: { flavors: ['id', 'name', 'vcpus', 'ram', 'disk'] },
  request: {
    run: ['kind'],
    action: ['object_id', 'method'],
    user: ['name', 'role'],
    tenant: ['id', 'name'],
    time: ['date', 'weekday', 'hour', 'minute'],
  },
} as const satisfies Record<string, SourceOptions['tables']>;

type SourceRow = readonly [table: string, row: Row];
const whole = (value: number) => BigInt(Math.trunc(value));

/** What is known besides models: rows with their tables, by the names of sources. */
export function contextRows(context: PolicyContext): Record<string, SourceRow[]> {
  const { offer, kind, action, user, tenant, time } = context;
  const flavors = offer?.flavors ?? [];
  const quotas = Object.entries(offer?.quota ?? {});
  const cloud: SourceRow[] = [
    ...flavors.map(
      ({ name, vcpus, memoryMb, diskGb }): SourceRow => [
        'flavors',
        [name, whole(vcpus), whole(memoryMb), whole(diskGb)],
      ],
    ),
    ...(offer?.images ?? []).map(({ name, title, type }): SourceRow => ['images', [name, title, type]]),
    ...(offer?.network ? [['networks', [offer.network.cidr]] as const] : []),
    ...(offer?.availabilityZones ?? []).map((name): SourceRow => ['zones', [name]]),
    ...quotas.flatMap(([name, amount]): SourceRow[] =>
      amount ? [['quotas', [columnOf(name), whole(amount.used), whole(amount.limit)]]] : [],
    ),
  ];
  const request: SourceRow[] = [
    ['run', [kind]],
    ...(action ? [['action', [action.objectId, action.method]] as const] : []),
    ['user', [user.name, user.role]],
    ['tenant', [tenant.id, tenant.name]],
    ['time', [time.date, whole(time.weekday), whole(time.hour), whole(time.minute)]],
  ];
  return {
    cloud,
    nova: flavors.map(
      ({ name, vcpus, memoryMb, diskGb }): SourceRow => [
        'flavors',
        [name, name, whole(vcpus), whole(memoryMb), whole(diskGb)],
      ],
    ),
    request,
  };
}

/** `memoryMb` is `memory_mb`, as columns are. */
function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
