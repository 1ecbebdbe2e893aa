import { refusal } from '@/lib/cloud/kernel/resources/resource-type';
import { findStored } from '@/lib/cloud/kernel/resources/stored-resource';
import type { Tx } from '@/lib/db/client';
import { insertion } from '@/lib/db/columns';
import { Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import { errors } from '@/lib/errors';
import { inRange } from '@/lib/model/ip-address';

/** The network that every tenant has without asking, and the one that floating addresses come from. */
export const DEFAULT_NETWORK = 'private';
export const PUBLIC_NETWORK = 'public';
/** The addresses of the network that every tenant has. */
export const DEFAULT_CIDR = '10.0.0.0/16';
/** Networks that every tenant has, with their subnets: one that is usual, and one for what is apart from it. */
export const SHARED_NETWORKS = [
  { network: DEFAULT_NETWORK, subnet: 'private-subnet', cidr: DEFAULT_CIDR, gateway: '10.0.0.1' },
  { network: 'dmz', subnet: 'dmz-subnet', cidr: '10.1.0.0/16', gateway: '10.1.0.1' },
] as const;
/** The subnet of the default network, for what asks for a subnet. */
export const DEFAULT_SUBNET = SHARED_NETWORKS[0].subnet;
const CIDRS: Record<string, string> = {
  ...Object.fromEntries(SHARED_NETWORKS.map(({ network, cidr }) => [network, cidr])),
  [PUBLIC_NETWORK]: '172.24.4.0/22',
};
const UNKNOWN_CIDR = '192.168.0.0/16';
/** The first addresses of a network belong to its gateway and its services. */
const RESERVED = 3;

export interface AddressRequest {
  tenantId: string;
  network: string;
  ownerId: string;
  /** the one address that is wanted */
  wanted?: string | null;
}

/**
 * Takes a free address of a network for a resource, in a transaction.
 *
 * @throws `IpAddressInUse`, `IpAddressGenerationFailure`, `InvalidIpForNetwork` refusals, in Neutron's words
 */
export async function takeAddress(tx: Tx, request: AddressRequest): Promise<string> {
  const tenantId = request.network === PUBLIC_NETWORK ? '' : request.tenantId;
  const { network, ownerId } = request;
  const own = Prisma.sql`select pg_advisory_xact_lock(hashtext(${`vetro address ${tenantId} ${network}`}))::text`;
  const [, rows, cidr] = await Promise.all([
    rowsOf(tx, own),
    // On one connection, so what it sees begins when the network is ours.
    rowsOf<{ address: string }>(
      tx,
      Prisma.sql`select address from cloud_addresses where tenant_id = ${tenantId} and network = ${network}`,
    ),
    cidrOf(tx, network),
  ]);
  if (request.wanted && !inRange(request.wanted, cidr)) {
    throw refusal(
      'InvalidIpForNetworkClient',
      `IP address ${request.wanted} is not a valid IP for any of the subnets on the specified network ${network}.`,
    );
  }
  const taken = new Set(rows.map((row) => row.address));
  if (request.wanted && taken.has(request.wanted)) {
    throw refusal(
      'IpAddressInUseClient',
      `Unable to complete operation for network ${network}. The IP address ${request.wanted} is in use.`,
    );
  }
  const address = request.wanted ?? firstFree(cidr, taken);
  if (!address)
    throw refusal('IpAddressGenerationFailureClient', `No more IP addresses available on network ${network}.`);
  const row = insertion<'CloudAddress'>({ tenantId, network, address, ownerId });
  await rowsOf(tx, Prisma.sql`insert into cloud_addresses ${row}`);
  return address;
}

/** Gives back every address that a resource holds. */
export async function releaseAddresses(tx: Tx, ownerId: string): Promise<void> {
  await tx.cloudAddress.deleteMany({ where: { ownerId } });
}

/** A MAC address that follows from a resource's id, with OpenStack's prefix. */
export function macOf(id: string): string {
  return ['fa', '16', '3e', id.slice(0, 2), id.slice(2, 4), id.slice(4, 6)].join(':');
}

/** Whether a name or id is a network that a tenant can see. */
export async function networkExists(tx: Tx, tenantId: string, network: string): Promise<boolean> {
  if (network in CIDRS) return true;
  const found = await tx.cloudResource.count({
    where: { id: network, type: 'OS::Neutron::Net', stack: { tenantId } },
  });
  return found > 0;
}

/** Whether a name or id is a subnet that a tenant can see. */
export async function subnetExists(tx: Tx, tenantId: string, subnet: string): Promise<boolean> {
  return sharedNetworkOf(subnet) !== undefined || (await findSubnet(tx, tenantId, subnet)) !== null;
}

/** The network that a subnet belongs to. @throws `NotFound` refusal when there is no such subnet */
export async function networkOfSubnet(tx: Tx, tenantId: string, subnet: string): Promise<string> {
  const known = sharedNetworkOf(subnet);
  if (known) return known.network;
  const found = await findSubnet(tx, tenantId, subnet);
  if (!found) throw refusal('NotFound', `Subnet ${subnet} could not be found.`);
  const { network_id: network } = found.attributes as { network_id?: string };
  return network ?? DEFAULT_NETWORK;
}

const sharedNetworkOf = (subnet: string) => SHARED_NETWORKS.find((one) => one.subnet === subnet);

function findSubnet(tx: Tx, tenantId: string, id: string) {
  return findStored(tx, tenantId, id, 'OS::Neutron::Subnet');
}

async function cidrOf(tx: Tx, network: string): Promise<string> {
  const known = CIDRS[network];
  if (known) return known;
  const subnet = await tx.cloudResource.findFirst({
    where: { type: 'OS::Neutron::Subnet', attributes: { path: ['network_id'], equals: network } },
  });
  const { cidr } = (subnet?.attributes ?? {}) as { cidr?: string };
  return cidr ?? UNKNOWN_CIDR;
}

function firstFree(cidr: string, taken: ReadonlySet<string>): string | null {
  const { base, size } = parseCidr(cidr);
  for (let offset = RESERVED; offset < size - 1; offset++) {
    const address = toAddress(base + offset);
    if (!taken.has(address)) return address;
  }
  return null;
}

/**
 * @param cidr `10.0.1.0/24`
 * @returns first address as a number, and how many there are
 * @throws `bad_cidr` (invalid input)
 */
export function parseCidr(cidr: string): { base: number; size: number } {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(cidr);
  const [a = 256, b = 256, c = 256, d = 256, bits = 33] = (match ?? []).slice(1).map(Number);
  if (Math.max(a, b, c, d) > 255 || bits > 30 || bits < 8) {
    throw errors.invalidInput(`'${cidr}' is not a valid IPv4 CIDR.`, [], { code: 'bad_cidr' });
  }
  const size = 2 ** (32 - bits);
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  return { base: number - (number % size), size };
}

function toAddress(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
}
