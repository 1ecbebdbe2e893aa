/** IPv4 addresses as people write them. */

/** The number of an IPv4 address in dotted form, null for anything else: no leading zeros, no spaces. */
export function ipv4Number(text: string): number | null {
  if (!/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text)) return null;
  const parts = text.split('.').map(Number);
  if (parts.some((part) => part > 255)) return null;
  return parts.reduce((number, part) => number * 256 + part, 0);
}

/** Whether an address lies in a range such as `10.0.0.0/16`. False when either is not IPv4. */
export function inRange(address: string, cidr: string): boolean {
  const range = rangeOf(cidr);
  const number = ipv4Number(address);
  return range !== null && number !== null && number >= range.first && number <= range.last;
}

/** First and last number of a range such as `10.0.0.0/16`; null for anything else. */
export function rangeOf(cidr: string): { first: number; last: number } | null {
  const [, address = '', bits = ''] = /^([\d.]+)\/(\d|[12]\d|3[0-2])$/.exec(cidr) ?? [];
  const number = bits === '' ? null : ipv4Number(address);
  if (number === null) return null;
  const size = 2 ** (32 - Number(bits));
  const first = number - (number % size);
  return { first, last: first + size - 1 };
}
