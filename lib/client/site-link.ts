/** Where a browser sees the page that a machine serves: machines have addresses of their own network. */
export function siteHref(uri: string): string {
  return `/machines/open?url=${encodeURIComponent(uri)}`;
}
