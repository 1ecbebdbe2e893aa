import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

const PEER = Symbol.for('vetro.peer-header');

/**
 * The header in which the server notes who is at the other end of the connection. Its name is a secret of the
 * process: nobody outside can write it.
 */
function peerHeader(): string {
  const home = globalThis as { [PEER]?: string };
  home[PEER] ??= `x-peer-${randomBytes(12).toString('hex')}`;
  return home[PEER];
}

/** Notes in a request where its connection comes from, for {@link clientAddress}. */
export function notePeer(incoming: Pick<IncomingMessage, 'headers' | 'socket'>): void {
  const { remoteAddress } = incoming.socket;
  if (remoteAddress) incoming.headers[peerHeader()] = remoteAddress.replace(/^::ffff:/i, '');
}

/** Who is at the other end of the connection itself; null where nobody noted it, as in Next's development server. */
export function peerAddress(headers: Pick<Headers, 'get'>): string | null {
  return headers.get(peerHeader());
}

/**
 * The address a request comes from. Without a reverse proxy of ours that is the other end of the connection, and
 * what X-Forwarded-For says was written by the caller and is not believed. With proxies, each has appended the
 * address it saw: ours are counted from the right, and what stands left of them is the caller's own.
 *
 * @param proxies how many reverse proxies of our own are before this server
 * @returns null when it cannot be told
 */
export function clientAddress(headers: Pick<Headers, 'get'>, proxies: number): string | null {
  if (proxies === 0) return peerAddress(headers);
  const hops = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  return hops[hops.length - proxies]?.slice(0, 100) ?? null;
}

/**
 * What of an address is counted as one place: an IPv4 address as it is, of IPv6 the 64 bits that name the network,
 * since every customer has all addresses of theirs. Anything else is taken as written.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  if (mapped?.[1]) return mapped[1];
  // As the URL standard writes it: lower case, no leading zeros, the last 32 bits in hexadecimal.
  const [head = '', tail] = new URL(`http://[${bare}]/`).hostname.slice(1, -1).split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
