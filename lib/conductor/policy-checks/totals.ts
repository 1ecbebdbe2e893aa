import { type Change, changeOf, type Row } from '@vetro/datalog';
import type { ModelChanges } from '@/lib/conductor/policy';
import type { Offer } from '@/lib/model/service-type';

/*
 * Sums, which rules cannot make: what the machines and public addresses of a document come to, and how many members each
 * relationship of an object has. Both of what is asked for and of what is deployed, so that rules can tell growing from shrinking.
 */

const INSTANCE = 'io.murano.resources.Instance';
type Amounts = Record<'machines' | 'vcpus' | 'memory_mb' | 'disk_gb' | 'public_addresses', number>;

/** The tables `totals:resources` and `totals:members`, kept while models change. */
export class Totals {
  private readonly asked = new ModelCounter();
  private readonly deployed = new ModelCounter();
  private readonly members = new Map<string, Row>();

  /**
   * Takes in what changed of both models. A machine whose size the cloud does not tell counts as a machine alone.
   *
   * @returns all rows of `resources`, and what is different in `members`
   */
  read(asked: ModelChanges, deployed: ModelChanges, offer: Offer | null): { resources: Row[]; members: Change | null } {
    const touched = [...this.asked.read(asked), ...this.deployed.read(deployed)];
    const [now, before] = [this.asked.amounts(offer), this.deployed.amounts(offer)];
    return {
      resources: (Object.keys(now) as (keyof Amounts)[]).map((name) => [name, BigInt(now[name]), BigInt(before[name])]),
      members: this.changedMembers(new Map(touched.map((pair) => [JSON.stringify(pair), pair]))),
    };
  }

  private changedMembers(touched: ReadonlyMap<string, readonly [object: string, relation: string]>): Change | null {
    const [added, removed]: [Row[], Row[]] = [[], []];
    for (const [key, [object, relation]] of touched) {
      const row = this.members.get(key);
      const counts = [this.asked, this.deployed].map((side) => BigInt(side.count(object, relation)));
      const isSame = row ? row[2] === counts[0] && row[3] === counts[1] : counts.every((count) => count === 0n);
      if (isSame) continue;
      if (row) removed.push(row);
      this.members.delete(key);
      if (counts.every((count) => count === 0n)) continue;
      const counted: Row = [object, relation, ...counts];
      this.members.set(key, counted);
      added.push(counted);
    }
    return changeOf(added, removed);
  }
}

/** What is counted of one model. */
class ModelCounter {
  private readonly machines = new Set<string>();
  private readonly flavors = new Map<string, Set<string>>();
  /** objects that ask for an address: `assignFloatingIp` is what Murano's machines and Vetro's services call it */
  private readonly addressed = new Set<string>();
  /** by the object, how many there are of each relationship */
  private readonly relations = new Map<string, Map<string, number>>();

  /** @returns objects with the relationships that have more members, or fewer */
  read({ parent_types, properties, relationships }: ModelChanges): [object: string, relation: string][] {
    eachOf(parent_types, ([id = '', type], isNew) => {
      if (type !== INSTANCE) return;
      if (isNew) this.machines.add(id);
      else this.machines.delete(id);
    });
    eachOf(properties, ([id = '', name, value = ''], isNew) => {
      if (name === 'assignFloatingIp' && value === 'True') this.addressed[isNew ? 'add' : 'delete'](id);
      if (name !== 'flavor') return;
      const own = this.flavors.get(id) ?? new Set();
      if (isNew) this.flavors.set(id, own.add(value));
      else own.delete(value);
      if (own.size === 0) this.flavors.delete(id);
    });
    const touched: [string, string][] = [];
    eachOf(relationships, ([source = '', , name = ''], isNew) => {
      const own = this.relations.get(source) ?? new Map<string, number>();
      this.relations.set(source, own.set(name, (own.get(name) ?? 0) + (isNew ? 1 : -1)));
      touched.push([source, name]);
    });
    return touched;
  }

  count(object: string, relation: string): number {
    return this.relations.get(object)?.get(relation) ?? 0;
  }

  amounts(offer: Offer | null): Amounts {
    const offered = new Map((offer?.flavors ?? []).map((flavor) => [flavor.name, flavor]));
    const [machines, addresses] = [this.machines.size, this.addressed.size];
    const amounts: Amounts = { machines, vcpus: 0, memory_mb: 0, disk_gb: 0, public_addresses: addresses };
    for (const id of this.machines) {
      for (const name of this.flavors.get(id) ?? []) {
        const flavor = offered.get(name);
        amounts.vcpus += flavor?.vcpus ?? 0;
        amounts.memory_mb += flavor?.memoryMb ?? 0;
        amounts.disk_gb += flavor?.diskGb ?? 0;
      }
    }
    return amounts;
  }
}

/** Rows of a model that went, then those that came: all of them texts. */
function eachOf(change: Change | undefined, see: (row: readonly string[], isNew: boolean) => void): void {
  for (const row of change?.removed.rows() ?? []) see(row as readonly string[], false);
  for (const row of change?.added.rows() ?? []) see(row as readonly string[], true);
}
