/**
 * The address a request comes from: Next notes it in X-Forwarded-For, and each reverse proxy appends the one
 * it saw. What stands left of those was written by the caller and is not believed.
 *
 * @param forwardedFor value of X-Forwarded-For
 * @param proxies how many of our own hops append to it, at least 1 to count Next's own note
 * @returns null when the header is missing or too short
 */
export function clientAddress(forwardedFor: string | null | undefined, proxies: number): string | null {
  const hops = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  return hops[hops.length - Math.max(1, proxies)]?.slice(0, 100) ?? null;
}
