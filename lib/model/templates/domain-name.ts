import { isReservedName } from '../reserved-names';
import { domainNameViolations, NETBIOS_MAX } from '../windows-rules';

/** What letters become that a domain name has no place for. */
const LETTERS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'oe', å: 'aa', ł: 'l' };

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
  const plain = name
    .toLowerCase()
    .replace(/[äöüßæøåł]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const words = plain.split('-');
  let short = '';
  for (const word of words) {
    const longer = short === '' ? word.slice(0, NETBIOS_MAX) : `${short}-${word}`;
    if (longer.length > NETBIOS_MAX) break;
    short = longer;
  }
  return domainNameViolations(`${short}.local`).length === 0 ? short : 'corp';
}
