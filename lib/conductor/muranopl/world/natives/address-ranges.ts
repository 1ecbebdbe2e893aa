/** Where networks of environments lie: 10.64.0.0 to 10.127.255.0, one /24 each. */
const FIRST = 0x0a400000;
const LAST = 0x0a7fff00;
const STEP = 256;

/**
 * A range of addresses for a new network that none of the others overlaps.
 *
 * @param taken ranges in use, `10.0.0.0/24`; those of the other version do not matter
 * @returns null when every range is taken
 */
export function freeCidr(taken: readonly string[], isVersion6: boolean): string | null {
  if (isVersion6) return freeVersion6(taken);
  const ranges = taken.flatMap((cidr) => rangeOf(cidr) ?? []);
  for (let base = FIRST; base <= LAST; base += STEP) {
    if (!ranges.some(({ start, end }) => start < base + STEP && end > base)) return `${addressOf(base)}/24`;
  }
  return null;
}

function freeVersion6(taken: readonly string[]): string | null {
  for (let network = 1; network <= 0xffff; network++) {
    const cidr = `fd56:6574:726f:${network.toString(16)}::/64`;
    if (!taken.includes(cidr)) return cidr;
  }
  return null;
}

function rangeOf(cidr: string): { start: number; end: number } | null {
  const [address = '', bits = ''] = cidr.split('/');
  const parts = address.split('.').map(Number);
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255)) return null;
  const size = 2 ** (32 - Number(bits));
  const number = parts.reduce((sum, part) => sum * 256 + part, 0);
  const start = number - (number % size);
  return { start, end: start + size };
}

function addressOf(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
}
