import { inRange, ipv4Number, rangeOf } from './ip-address';
import type { RuleViolation } from './windows-rules';

/** What a network takes as addresses, told before a machine is made. */

const MAX_NAME_SERVERS = 3;
/** More rules than these make a security group hard to read. */
const MAX_NETWORKS = 20;
/** The first addresses of a network are its own, its gateway's and its services'. */
const RESERVED = 3;

const violation = (code: string, sentence: string): RuleViolation => ({ code, sentence });

/**
 * Violations of an IPv4 address that a machine or a cluster shall have: dotted form, for one computer, free for
 * use in `cidr` (as 10.0.0.0/16) where the cloud tells its range.
 */
export function addressViolations(address: string, cidr?: string): RuleViolation[] {
  const number = ipv4Number(address);
  if (number === null) {
    return [violation('not_address', `"${address}" is no IPv4 address; write four numbers, for example 10.0.0.50.`)];
  }
  const first = Math.floor(number / 2 ** 24);
  if (first === 0 || first === 127 || first >= 224) {
    return [violation('address_special', `${address} cannot be the address of a machine. Choose one of your network.`)];
  }
  const range = cidr === undefined ? null : rangeOf(cidr);
  if (cidr === undefined || range === null) return [];
  if (!inRange(address, cidr)) {
    return [violation('address_out_of_range', `${address} is outside the network of the machines, ${cidr}.`)];
  }
  if (number < range.first + RESERVED || number === range.last) {
    return [violation('address_reserved', `${address} belongs to the network itself. Choose another one of ${cidr}.`)];
  }
  return [];
}

/** Violations of a list of name servers: one to three IPv4 addresses, each once. */
export function addressListViolations(addresses: readonly string[]): RuleViolation[] {
  const found = addresses.flatMap((address) => addressViolations(address)).slice(0, 1);
  if (new Set(addresses).size < addresses.length) {
    found.push(violation('address_twice', 'The same address is in the list twice.'));
  }
  if (addresses.length > MAX_NAME_SERVERS) {
    found.push(violation('too_many_addresses', `Give at most ${MAX_NAME_SERVERS} addresses; Windows asks no more.`));
  }
  return found;
}

/** Violations of a list of networks, each written as its first address and the length of its prefix, each once. */
export function networkListViolations(networks: readonly string[]): RuleViolation[] {
  const found = networks.flatMap(networkViolations).slice(0, 1);
  if (new Set(networks).size < networks.length) {
    found.push(violation('network_twice', 'The same network is in the list twice.'));
  }
  if (networks.length > MAX_NETWORKS) {
    found.push(violation('too_many_networks', `Give at most ${MAX_NETWORKS} networks.`));
  }
  return found;
}

function networkViolations(network: string): RuleViolation[] {
  const range = rangeOf(network);
  if (range === null) {
    const sentence = `"${network}" is no network; write its first address and the length of its prefix, for example 10.20.0.0/16.`;
    return [violation('not_network', sentence)];
  }
  if (ipv4Number(network.split('/')[0] ?? '') === range.first) return [];
  return [
    violation('network_inside', `${network} does not begin a network; its first address comes before the slash.`),
  ];
}
