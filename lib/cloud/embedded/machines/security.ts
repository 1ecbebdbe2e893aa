import type { Db, Tx } from '@/lib/db/client';
import type { CloudMachine } from '@/lib/db/generated/client';
import { inRange } from '@/lib/model/ip-address';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { ListeningPort } from '@/lib/simulation';

type Place = Pick<CloudMachine, 'id' | 'tenantId' | 'network' | 'address'>;

/** The group of a port that names none: its members let each other in, as in Neutron. */
const DEFAULT_GROUP = 'default';

/**
 * Which machines let another one in: those whose port has a security group with a rule for it.
 *
 * @param from the one that asks; others must be on its network
 * @returns those of `others` that answer at `port`
 */
export async function admitting<T extends Place>(
  tx: Db | Tx,
  from: Place,
  others: T[],
  port: ListeningPort,
): Promise<T[]> {
  if (others.length === 0) return [];
  const groups = await groupsOf(tx, [from, ...others]);
  const rules = await rulesOf(tx, [...new Set([...groups.values()].flat())]);
  const own = groups.get(from.id) ?? [];
  return others.filter((other) =>
    (groups.get(other.id) ?? []).some((group) =>
      group === DEFAULT_GROUP
        ? own.includes(DEFAULT_GROUP)
        : (rules.get(group) ?? []).some((rule) => lets(rule, group, { address: from.address, groups: own }, port)),
    ),
  );
}

/** The security groups of machines by machine, through the port that holds their address. */
async function groupsOf(tx: Db | Tx, machines: Place[]): Promise<Map<string, string[]>> {
  const [first] = machines;
  const addresses = await tx.cloudAddress.findMany({
    where: {
      tenantId: first?.tenantId ?? '',
      network: first?.network ?? '',
      address: { in: machines.map(({ address }) => address) },
    },
  });
  const ports = await tx.cloudResource.findMany({
    where: { id: { in: addresses.map(({ ownerId }) => ownerId) }, type: 'OS::Neutron::Port' },
    select: { id: true, attributes: true },
  });
  return new Map(
    machines.map(({ id, address }) => {
      const owner = addresses.find((row) => row.address === address)?.ownerId;
      const attributes = ports.find((port) => port.id === owner)?.attributes;
      const named = isObject(attributes) && Array.isArray(attributes.security_groups) ? attributes.security_groups : [];
      return [id, named.length > 0 ? named.map(String) : [DEFAULT_GROUP]];
    }),
  );
}

async function rulesOf(tx: Db | Tx, ids: string[]): Promise<Map<string, JsonObject[]>> {
  const rows = await tx.cloudResource.findMany({
    where: { id: { in: ids }, type: 'OS::Neutron::SecurityGroup' },
    select: { id: true, attributes: true },
  });
  return new Map(
    rows.map(({ id, attributes }) => {
      const rules = isObject(attributes) && Array.isArray(attributes.rules) ? attributes.rules : [];
      return [id, rules.filter(isObject)];
    }),
  );
}

function lets(
  rule: JsonObject,
  group: string,
  from: { address: string; groups: string[] },
  port: ListeningPort,
): boolean {
  if ((rule.direction ?? 'ingress') !== 'ingress') return false;
  if (rule.protocol !== undefined && rule.protocol !== null && rule.protocol !== port.protocol) return false;
  const low = Number(rule.port_range_min ?? 0);
  const high = Number(rule.port_range_max ?? 65_535);
  if (port.port < low || port.port > high) return false;
  if (rule.remote_mode === 'remote_group_id') return from.groups.includes(String(rule.remote_group_id ?? group));
  return typeof rule.remote_ip_prefix !== 'string' || inRange(from.address, rule.remote_ip_prefix);
}
