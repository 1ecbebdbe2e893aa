/**
 * Where a browser sees the page that a machine serves: machines have addresses of their own network.
 *
 * @param uri where a service is reached, if it is
 * @returns null for what is no page: a database has an address, too, and no browser opens it
 */
export function siteHref(uri: string | null | undefined): string | null {
  return uri && /^https?:/.test(uri) ? `/machines/open?url=${encodeURIComponent(uri)}` : null;
}
