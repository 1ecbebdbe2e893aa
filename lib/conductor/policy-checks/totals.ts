import type { Fact, Row, Source } from '@/lib/conductor/policy';
import type { Offer } from '@/lib/model/service-type';
import { SOURCE_TABLES } from './sources';

/*
 * Sums, which rules cannot make: what the machines of a document come to, and how many members each relationship of an
 * object has. Both of what is asked for and of what is deployed, so that rules can tell growing from shrinking.
 */

const INSTANCE = 'io.murano.resources.Instance';
type Amounts = Record<'machines' | 'vcpus' | 'memory_mb' | 'disk_gb', number>;

/** The tables `totals:resources` and `totals:members`. A machine whose size the cloud does not tell counts as a machine alone. */
export function totalsSource(asked: readonly Fact[], deployed: readonly Fact[], offer: Offer | null): Source {
  const [now, before] = [amountsOf(asked, offer), amountsOf(deployed, offer)];
  const resources = Object.keys(now) as (keyof Amounts)[];
  const [members, membersBefore] = [membersOf(asked), membersOf(deployed)];
  return {
    tables: SOURCE_TABLES.totals,
    rows: [
      ...resources.map((name): [string, Row] => ['resources', [name, BigInt(now[name]), BigInt(before[name])]]),
      ...[...new Set([...members.keys(), ...membersBefore.keys()])].map((key): [string, Row] => {
        const [object, relation] = JSON.parse(key) as [string, string];
        return ['members', [object, relation, BigInt(members.get(key) ?? 0), BigInt(membersBefore.get(key) ?? 0)]];
      }),
    ],
  };
}

function amountsOf(facts: readonly Fact[], offer: Offer | null): Amounts {
  const machines = new Set(
    facts.flatMap(([table, id, type]) => (table === 'parent_types' && type === INSTANCE ? [id] : [])),
  );
  const flavors = new Map((offer?.flavors ?? []).map((flavor) => [flavor.name, flavor]));
  const amounts: Amounts = { machines: machines.size, vcpus: 0, memory_mb: 0, disk_gb: 0 };
  for (const [table, id, name, value] of facts) {
    const flavor =
      table === 'properties' && name === 'flavor' && machines.has(id) ? flavors.get(value as string) : undefined;
    if (!flavor) continue;
    amounts.vcpus += flavor.vcpus;
    amounts.memory_mb += flavor.memoryMb;
    amounts.disk_gb += flavor.diskGb;
  }
  return amounts;
}

/** How many there are, by the object and the name of the relationship. */
function membersOf(facts: readonly Fact[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [table, source, , name] of facts) {
    if (table !== 'relationships') continue;
    const key = JSON.stringify([source, name]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
