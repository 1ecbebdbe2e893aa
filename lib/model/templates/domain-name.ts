import { plainLetters } from '../plain-letters';
import { isReservedName } from '../reserved-names';
import { domainNameViolations, NETBIOS_MAX } from '../windows-rules';

/**
 * A domain name made of an environment's name: "Accounting, production" gives `accounting.local`. Its first
 * label keeps NetBIOS' limits (15 letters, digits and hyphens, not digits alone).
 *
 * @param taken names that must not be given, in small letters
 * @returns a name that Windows accepts; `corp.local`, or `corp2.local` and so on, when the name has no usable letter
 */
export function domainNameFor(environmentName: string, taken: readonly string[] = []): string {
  const short = shortNameOf(environmentName);
  for (let n = 1; ; n += 1) {
    const number = n === 1 ? '' : String(n);
    const label = `${short.slice(0, NETBIOS_MAX - number.length).replace(/-+$/, '')}${number}`;
    const domain = `${label}.local`;
    if (!taken.includes(domain) && !isReservedName(label)) return domain;
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
  return domainNameViolations(`${short}.local`).length === 0 ? short : 'corp';
}
