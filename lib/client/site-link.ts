/**
 * Where a browser sees what answers at an address that a service or a machine tells. Simulated machines
 * have addresses of their own network, so the server shows what they serve, of whatever protocol; a real
 * machine's page is at its address, for whoever reaches its network.
 */

/**
 * The link to a page: what a button "Open the site" follows.
 *
 * @param uri where a service or machine is reached, such as `http://10.0.0.5`, if it is
 * @param simulated whether the cloud's machines are simulated
 * @returns null for what is no page: a database has an address, too
 */
export function siteHref(uri: string | null | undefined, simulated: boolean): string | null {
  return uri && /^https?:/.test(uri) ? addressHref(uri, simulated) : null;
}

/**
 * The link to whatever answers at an address.
 *
 * @param uri an address of any protocol, such as `mssql://10.0.0.9:1433`
 * @param simulated whether the cloud's machines are simulated
 * @returns null where a browser has nothing to open: a real database answers other programs only
 */
export function addressHref(uri: string, simulated: boolean): string | null {
  if (simulated) return /^[a-z][a-z0-9+.-]*:/.test(uri) ? `/machines/open?url=${encodeURIComponent(uri)}` : null;
  return /^https?:/.test(uri) ? uri : null;
}
