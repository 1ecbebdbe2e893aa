import ipaddr from 'ipaddr.js';

const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** What no last label of a name is (RFC 1123, 2.1): it would be a wrong IP address. */
const NUMBERS_AT_THE_END = /(?:^|\.)\d+$/;

/** Whether a text is an IP address or a host name (RFC 1123), by which others can reach a server. */
export function isHostAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)) return true;
  return HOST_NAME.test(text) && !NUMBERS_AT_THE_END.test(text);
}
