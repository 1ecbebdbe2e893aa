/** A base that no address has: what resolves to another origin than this one leads away. */
const NOWHERE = 'http://local.invalid';

/**
 * Where to go on this site for an address that came from outside (a `callbackUrl`). It is resolved as browsers do:
 * tabs and line ends are dropped, backslashes are slashes, dot segments go, encoded ones too. What then begins with
 * two slashes names a host, however it was written.
 *
 * @param given an absolute path, or a whole address of `origin`
 * @param origin of this site, where whole addresses are taken, too
 * @returns path and query; `/` for whatever leads elsewhere
 */
export function localPath(given: unknown, origin?: string): string {
  if (typeof given !== 'string') return '/';
  const path = origin === undefined ? given : withoutOrigin(given, origin);
  if (!path.startsWith('/')) return '/';
  if (!URL.canParse(path, NOWHERE)) return '/';
  const url = new URL(path, NOWHERE);
  if (url.origin !== NOWHERE || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search;
}

function withoutOrigin(given: string, origin: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  return url?.origin === origin && url.username === '' && url.password === '' ? url.pathname + url.search : given;
}
