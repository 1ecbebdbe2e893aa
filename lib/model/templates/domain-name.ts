import { plainLetters } from '../plain-letters';
import { isReservedName } from '../reserved-names';
import { domainNameViolations, NETBIOS_MAX } from '../windows-rules';

/** Reserved for private use (ICANN Board, 29 July 2024); `.local` is that of multicast DNS (RFC 6762). */
const PRIVATE_ENDING = '.internal';

/**
 * A domain name made of an environment's name: "Accounting, production" gives `accounting.internal`. Its first
 * label keeps NetBIOS' limits (15 letters, digits and hyphens, not digits alone).
 *
 * @param taken names that must not be given, in small letters
 * @param hosts names of machines, none of which may be the domain's first label
 * @returns a name that Windows accepts; `corp.internal`, or `corp2.internal` and so on, when the name has no usable letter
 */
export function domainNameFor(
  environmentName: string,
  taken: readonly string[] = [],
  hosts: readonly string[] = [],
): string {
  const short = shortNameOf(environmentName);
  for (let n = 1; ; n += 1) {
    const number = n === 1 ? '' : String(n);
    const label = `${short.slice(0, NETBIOS_MAX - number.length).replace(/-+$/, '')}${number}`;
    const domain = `${label}${PRIVATE_ENDING}`;
    if (!taken.includes(domain) && !hosts.includes(label) && !isReservedName(label)) return domain;
  }
}

function shortNameOf(name: string): string {
  const words = plainLetters(name).split('-');
  let short = '';
  for (const word of words) {
    const longer = short === '' ? word.slice(0, NETBIOS_MAX) : `${short}-${word}`;
    if (longer.length > NETBIOS_MAX) break;
    short = longer;
  }
  return domainNameViolations(`${short}${PRIVATE_ENDING}`).length === 0 ? short : 'corp';
}
