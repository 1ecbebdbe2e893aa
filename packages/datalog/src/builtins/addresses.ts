import ipaddr from 'ipaddr.js';
import type { Value } from '../syntax/ast';
import { type Builtin, define } from './builtin';

/** Addresses of both versions; one of version 4 comes before all of version 6. */
export const ADDRESSES: Record<string, Builtin> = {
  ips_equal: comparison((order) => order === 0),
  ips_lt: comparison((order) => order < 0),
  ips_lteq: comparison((order) => order <= 0),
  ips_gt: comparison((order) => order > 0),
  ips_gteq: comparison((order) => order >= 0),
  networks_equal: define('network, other', '', ([x, y]) => {
    const [one, other] = [network(x), network(y)];
    return one.bits === other.bits && one.first === other.first && one.last === other.last;
  }),
  // As in Congress: whether the second begins or ends within the first, so that a network is not said to overlap with
  // one that wholly contains it.
  networks_overlap: define('network, other', '', ([x, y]) => {
    const [one, other] = [network(x), network(y)];
    return [other.first, other.last].some((address) => one.first <= address && address <= one.last);
  }),
  ip_in_network: define('address, network', '', ([x, y]) => {
    const [one, around] = [address(x), network(y)];
    return one.bits === around.bits && around.first <= one.value && one.value <= around.last;
  }),
};

interface Address {
  /** 32 or 128 */
  bits: number;
  value: bigint;
}

function comparison(holds: (order: number) => boolean): Builtin {
  return define('address, other', '', ([x, y]) => {
    const [one, other] = [address(x), address(y)];
    if (one.bits !== other.bits) return holds(one.bits - other.bits);
    return holds(one.value < other.value ? -1 : one.value > other.value ? 1 : 0);
  });
}

/** Throws where the value is no address. */
function address(value: Value | undefined): Address {
  if (typeof value !== 'string') throw new TypeError('an address is a text');
  const bytes = ipaddr.parse(value).toByteArray();
  return { bits: bytes.length * 8, value: bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n) };
}

/** The first and the last address of `10.0.0.7/24`; without a length one address. Throws where it is no network. */
function network(value: Value | undefined): { bits: number; first: bigint; last: bigint } {
  const [start, length] = String(value).split('/');
  const { bits, value: within } = address(start);
  const fixed = length === undefined ? bits : lengthOf(length, bits);
  const size = 1n << BigInt(bits - fixed);
  const first = (within / size) * size;
  return { bits, first, last: first + size - 1n };
}

function lengthOf(written: string, bits: number): number {
  const length = /^\d+$/.test(written) ? Number(written) : ipaddr.parse(written).prefixLengthFromSubnetMask();
  if (length === null || length > bits) throw new RangeError('no length of a network');
  return length;
}
