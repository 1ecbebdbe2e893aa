import type { Row, SourceOptions, Value } from '@vetro/datalog';
import { FACT_TABLES } from '@/lib/conductor/policy';
import { ROLES } from '@/lib/model/actor';
import { RUN_KINDS } from '@/lib/model/runs/kinds';
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
  // as Congress' driver of Nova had it (`flavors_translator` of congress/datasources/nova_driver.py at 05b0714b), for rules
  // that were written for it
  nova: { flavors: ['id', 'name', 'vcpus', 'ram', 'disk', 'ephemeral', 'rxtx_factor'] },
  request: {
    run: ['kind'],
    action: ['object_id', 'method'],
    user: ['name', 'role'],
    tenant: ['id', 'name'],
    time: ['date', 'weekday', 'hour', 'minute'],
  },
} as const satisfies Record<string, SourceOptions['tables']>;

/** Columns that hold no texts, whichever table they are of. */
export const NUMBERS = {
  ...{ vcpus: 'whole', memory_mb: 'whole', disk_gb: 'whole', used: 'whole', most: 'whole' },
  ...{ asked: 'whole', deployed: 'whole' },
  ...{ ram: 'whole', disk: 'whole', ephemeral: 'whole', rxtx_factor: 'floating' },
  ...{ weekday: 'whole', hour: 'whole', minute: 'whole' },
} as const;

const RESOURCES = ['machines', 'vcpus', 'memory_mb', 'disk_gb', 'public_addresses'];

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => BigInt(first + at));

/** Columns that hold nothing but these values, by source (`model`: of both that are models) and `table.column`. */
export const WORDS: Readonly<Record<string, Readonly<Record<string, readonly Value[]>>>> = {
  // a model is told before a run, as Murano's predeployment checks told it
  model: { 'states.state': ['pending'] },
  cloud: { 'quotas.resource': [...RESOURCES, 'networks'] },
  totals: { 'resources.resource': RESOURCES },
  request: {
    ...{ 'run.kind': RUN_KINDS, 'user.role': ROLES },
    ...{ 'time.weekday': range(1, 7), 'time.hour': range(0, 23), 'time.minute': range(0, 59) },
  },
};

/** A flavor of Nova that says nothing else has no further disk, and its network is neither faster nor slower. */
const [EPHEMERAL_GB, RXTX_FACTOR] = [0n, 1];

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
        [name, name, whole(vcpus), whole(memoryMb), whole(diskGb), EPHEMERAL_GB, RXTX_FACTOR],
      ],
    ),
    request,
  };
}

/** `memoryMb` is `memory_mb`, as columns are. */
function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
