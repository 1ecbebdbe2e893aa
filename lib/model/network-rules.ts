import { inRange, ipv4Number, rangeOf } from './ip-address';
import type { RuleBreach } from './windows-rules';

/** What a network takes as addresses, told before a machine is made. */

const MOST_NAME_SERVERS = 3;
/** The first addresses of a network are its own, its gateway's and its services'. */
const RESERVED = 3;

const breach = (code: string, sentence: string): RuleBreach => ({ code, sentence });

/**
 * Breaches of an IPv4 address that a machine or a cluster shall have: dotted form, for one computer, free for
 * use in `cidr` (as 10.0.0.0/16) where the cloud tells its range.
 */
export function addressBreaches(address: string, cidr?: string): RuleBreach[] {
  const number = ipv4Number(address);
  if (number === null) {
    return [breach('not_address', `"${address}" is no IPv4 address; write four numbers, for example 10.0.0.50.`)];
  }
  const first = Math.floor(number / 2 ** 24);
  if (first === 0 || first === 127 || first >= 224) {
    return [breach('address_special', `${address} cannot be the address of a machine. Choose one of your network.`)];
  }
  const range = cidr === undefined ? null : rangeOf(cidr);
  if (cidr === undefined || range === null) return [];
  if (!inRange(address, cidr)) {
    return [breach('address_out_of_range', `${address} is outside the network of the machines, ${cidr}.`)];
  }
  if (number < range.first + RESERVED || number === range.last) {
    return [breach('address_reserved', `${address} belongs to the network itself. Choose another one of ${cidr}.`)];
  }
  return [];
}

/** Breaches of a list of name servers: one to three IPv4 addresses, each once. */
export function addressListBreaches(addresses: readonly string[]): RuleBreach[] {
  const found = addresses.flatMap((address) => addressBreaches(address)).slice(0, 1);
  if (new Set(addresses).size < addresses.length) {
    found.push(breach('address_twice', 'The same address is in the list twice.'));
  }
  if (addresses.length > MOST_NAME_SERVERS) {
    found.push(breach('too_many_addresses', `Give at most ${MOST_NAME_SERVERS} addresses; Windows asks no more.`));
  }
  return found;
}
