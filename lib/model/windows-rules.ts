/**
 * What Windows accepts as names and passwords, told before a machine is made instead of fifteen minutes
 * into its set-up. Pure; the API and the wizard ask the same functions.
 */

import { isCommonPassword } from './common-passwords';
import { hostNamesOf } from './host-name-pattern';
import { plainLetters } from './plain-letters';
import { isReservedName } from './reserved-names';

/** A rule that a text breaks: a stable code and what to do about it. */
export interface RuleViolation {
  code: string;
  sentence: string;
}

/** One rule of a password with whether it is kept: the ticks beside the field. */
export interface PasswordRule {
  code: PasswordCode;
  kept: boolean;
}

/** The longest name that Windows machines and domains have in NetBIOS. */
export const NETBIOS_MAX = 15;
export const PASSWORD_MIN = 7;
export const PASSWORD_MAX = 127;
const DOMAIN_MAX = 64;
/** What DNS allows in one part of a name, and in all of it (RFC 1035). */
const LABEL_MAX = 63;
const DNS_NAME_MAX = 255;

const violation = (code: string, sentence: string): RuleViolation => ({ code, sentence });

/**
 * Violations of a machine's host name: 1–15 letters, digits and hyphens, no hyphen at the ends, not digits
 * alone (NetBIOS computer names; Murano v0.2 guide, "Hostname assignment").
 */
export function hostNameViolations(name: string): RuleViolation[] {
  const found: RuleViolation[] = [];
  if (name === '') return [violation('host_name_empty', 'A machine needs a name.')];
  if (name.length > NETBIOS_MAX) {
    found.push(
      violation(
        'host_name_too_long',
        `"${name}" has ${name.length} characters; Windows allows ${NETBIOS_MAX} in a machine name.`,
      ),
    );
  }
  if (/[^A-Za-z0-9-]/.test(name)) {
    found.push(
      violation('host_name_characters', 'Use only letters without accents, digits and hyphens in a machine name.'),
    );
  }
  if (/^-|-$/.test(name)) {
    found.push(violation('host_name_hyphen', 'A machine name neither begins nor ends with a hyphen.'));
  }
  if (/^[0-9]+$/.test(name)) {
    found.push(
      violation('host_name_digits', 'A machine name needs at least one letter; Windows refuses digits alone.'),
    );
  }
  if (isReservedName(name)) found.push(reserved(name));
  return found;
}

function reserved(name: string): RuleViolation {
  return violation('name_reserved', `Windows keeps the name "${name}" for itself; choose another one.`);
}

/**
 * Violations of a host name pattern for `unitCount` machines. One `#` at most, needed when there is more than
 * one machine; the longest name it gives must be a good host name. An empty pattern is fine: names are made up.
 */
export function hostNamePatternViolations(pattern: string, unitCount: number): RuleViolation[] {
  if (pattern === '') return [];
  const signs = pattern.split('#').length - 1;
  if (signs > 1) {
    return [violation('host_pattern_signs', 'Use # only once; it stands for the number of the machine.')];
  }
  if (signs === 0 && unitCount > 1) {
    return [
      violation(
        'host_pattern_needs_number',
        `There are ${unitCount} machines; put # where the number goes, for example ${pattern.slice(0, NETBIOS_MAX - 3)}#.`,
      ),
    ];
  }
  const longest = hostNamesOf(pattern, Math.max(unitCount, 1)).at(-1) ?? pattern;
  return hostNameViolations(longest);
}

/**
 * Violations of an Active Directory domain name: two labels or more of letters, digits and hyphens, the first
 * fit to be the NetBIOS name (≤ 15 characters, not digits alone), the last at least two characters, at most
 * 64 in all. Small letters: names are compared as text everywhere else.
 */
export function domainNameViolations(name: string): RuleViolation[] {
  if (name === '') return [violation('domain_empty', 'A domain needs a name, for example ad.company.com.')];
  const found: RuleViolation[] = [];
  const labels = name.split('.');
  const first = labels[0] ?? '';
  const last = labels.at(-1) ?? '';
  if (labels.length < 2) {
    found.push(
      violation('domain_one_label', `"${name}" has one part; a domain needs two or more, for example ${sample(name)}.`),
    );
  }
  found.push(...dnsNameViolations(name, /[^A-Za-z0-9.-]/));
  if (first.length > NETBIOS_MAX) {
    found.push(
      violation(
        'domain_first_too_long',
        `"${first}" has ${first.length} characters; the part before the first dot may have ${NETBIOS_MAX}.`,
      ),
    );
  }
  if (/^[0-9]+$/.test(first)) {
    found.push(violation('domain_first_digits', 'The part before the first dot needs at least one letter.'));
  }
  if (isReservedName(first)) found.push(reserved(first));
  if (['localhost', 'invalid'].includes(last.toLowerCase())) {
    found.push(violation('domain_last_reserved', `No domain can end with .${last}; choose another end, such as .com.`));
  }
  if (first.length === 1) {
    found.push(violation('domain_first_too_short', 'The part before the first dot needs at least two characters.'));
  }
  if (labels.length > 1 && last !== '' && (last.length < 2 || /^[0-9]+$/.test(last))) {
    found.push(
      violation('domain_last', 'The last part of a domain name has at least two characters, not digits alone.'),
    );
  }
  if (labels.slice(1).some((label) => label.length > LABEL_MAX) || name.length > DOMAIN_MAX) {
    found.push(violation('domain_too_long', `A domain name has at most ${DOMAIN_MAX} characters.`));
  }
  return found;
}

/** Violations of what every name in DNS keeps to; `refused` says which characters it has not. */
function dnsNameViolations(name: string, refused: RegExp): RuleViolation[] {
  const found: RuleViolation[] = [];
  const labels = name.split('.');
  if (labels.some((label) => label === '')) {
    found.push(
      violation('domain_dots', 'A domain name neither begins nor ends with a dot, nor has two dots in a row.'),
    );
  }
  if (refused.test(name)) {
    found.push(
      violation('domain_characters', 'Use only letters without accents, digits, hyphens and dots in a domain name.'),
    );
  }
  if (/[A-Z]/.test(name)) {
    found.push(violation('domain_capitals', `Write the domain in small letters: ${name.toLowerCase()}.`));
  }
  if (labels.some((label) => /^-|-$/.test(label))) {
    found.push(violation('domain_hyphen', 'No part of a domain name begins or ends with a hyphen.'));
  }
  return found;
}

/**
 * Violations of the name of a domain that is there already: whatever DNS allows, as its owner has called it. Labels of
 * letters, digits, hyphens and underscores, 63 characters each and 255 in all; small letters, as names are compared as text.
 * Its short name is its own and none of ours to judge.
 */
export function existingDomainNameViolations(name: string): RuleViolation[] {
  const found = dnsNameViolations(name, /[^A-Za-z0-9._-]/);
  if (name.split('.').some((label) => label.length > LABEL_MAX) || name.length > DNS_NAME_MAX) {
    found.push(violation('domain_too_long', `A domain name has at most ${DNS_NAME_MAX} characters.`));
  }
  return found;
}

/** A domain that somebody may have meant; not in `.local`, which forms advise against. */
function sample(name: string): string {
  const label = plainLetters(name).slice(0, NETBIOS_MAX).replace(/-+$/, '');
  return `ad.${/[a-z]/.test(label) ? label : 'company'}.com`;
}

/** The NetBIOS name of a domain: its first label in capitals, 15 characters at most. */
export function netbiosNameOf(domain: string): string {
  return (domain.split('.')[0] ?? '').toUpperCase().slice(0, NETBIOS_MAX);
}

/** Violations of a Windows account name: 1–20 characters, none of `" / \ [ ] : ; | = , + * ? < > @`, not dots alone. */
export function accountNameViolations(name: string): RuleViolation[] {
  const found: RuleViolation[] = [];
  if (name === '') return [violation('account_empty', 'An account needs a name.')];
  if (name.length > 20) found.push(violation('account_too_long', 'Windows allows 20 characters in an account name.'));
  if (/["/\\[\]:;|=,+*?<>@]/.test(name) || hasControls(name)) {
    found.push(violation('account_characters', 'An account name has none of " / \\ [ ] : ; | = , + * ? < > @.'));
  }
  if (/^[. ]+$/.test(name) || /[. ]$/.test(name)) {
    found.push(violation('account_dots', 'An account name does not end with a dot or a space.'));
  }
  return found;
}

/**
 * Accounts and groups that a domain or a machine begins with ("Active Directory default accounts and groups"), also as
 * other languages of Windows call the first of them: an account of that name cannot be made.
 */
const BUILT_IN_ACCOUNTS = new Set(
  [
    ...['Administrator', 'Administrateur', 'Administrador', 'Administratör', 'Järjestelmänvalvoja', 'Rendszergazda'],
    ...['Администратор', 'Guest', 'Gast', 'Invité', 'krbtgt', 'DefaultAccount', 'WDAGUtilityAccount'],
    ...[
      'SYSTEM',
      'LOCAL SERVICE',
      'NETWORK SERVICE',
      'Everyone',
      'Authenticated Users',
      'Administrators',
      'Users',
      'Guests',
    ],
    ...['Domain Admins', 'Domain Users', 'Domain Guests', 'Domain Computers', 'Domain Controllers', 'Schema Admins'],
    ...['Enterprise Admins', 'Cert Publishers', 'Server Operators', 'Account Operators', 'Backup Operators'],
    ...['Print Operators', 'Remote Desktop Users', 'DnsAdmins', 'DnsUpdateProxy', 'Protected Users'],
  ].map((name) => name.toLowerCase()),
);

/** Whether an account or a group of that name is there from the beginning, whatever the case. */
function isBuiltInAccount(name: string): boolean {
  return BUILT_IN_ACCOUNTS.has(name.toLowerCase());
}

/** Violations of the name of an account that a service makes: those of every account name, and none that is there already. */
export function newAccountNameViolations(name: string): RuleViolation[] {
  const sentence = `Windows begins with an account or a group "${name}"; choose another name for one of its own.`;
  return [...accountNameViolations(name), ...(isBuiltInAccount(name) ? [violation('account_built_in', sentence)] : [])];
}

const hasControls = (text: string) => /\p{Cc}/u.test(text);
/** Quotation marks that PowerShell takes for plain ones, and that word processors put in unasked. */
const hasCurlyQuotes = (text: string) => /[\u2018-\u201f]/u.test(text);

export type PasswordCode =
  | 'password_too_short'
  | 'password_too_simple'
  | 'password_common'
  | 'password_holds_account'
  | 'password_too_long'
  | 'password_edge_space'
  | 'password_controls'
  | 'password_curly_quotes';

interface PasswordTest {
  code: PasswordCode;
  sentence: string;
  keeps(password: string, accounts: readonly string[]): boolean;
  /** shown among the ticks only when broken */
  rare?: boolean;
}

const PASSWORD_TESTS: PasswordTest[] = [
  {
    code: 'password_too_short',
    sentence: `Use at least ${PASSWORD_MIN} characters.`,
    keeps: (password) => [...password].length >= PASSWORD_MIN,
  },
  {
    code: 'password_too_simple',
    sentence: 'Mix at least three of these: small letters, capital letters, digits, signs such as ! or #.',
    keeps: (password) => kindsOf(password) >= 3,
  },
  {
    code: 'password_holds_account',
    sentence: 'The password must not hold the name of the account; Windows refuses that.',
    keeps: (password, accounts) =>
      !accounts.some((account) => account.length >= 3 && password.toLowerCase().includes(account.toLowerCase())),
  },
  {
    code: 'password_common',
    sentence: 'This is among the first passwords that are tried; choose one that is no common word with a sign or two.',
    keeps: (password) => !isCommonPassword(password),
    rare: true,
  },
  {
    code: 'password_too_long',
    sentence: `Windows sign-in takes at most ${PASSWORD_MAX} characters.`,
    keeps: (password) => password.length <= PASSWORD_MAX,
    rare: true,
  },
  {
    code: 'password_edge_space',
    sentence: 'Leave out the space at the beginning or the end; it gets lost when somebody copies the password.',
    keeps: (password) => password.trim() === password,
    rare: true,
  },
  {
    code: 'password_controls',
    sentence: 'Leave out line breaks, tabs and other invisible characters; nobody can type them at sign-in.',
    keeps: (password) => !hasControls(password),
    rare: true,
  },
  {
    code: 'password_curly_quotes',
    sentence: 'Replace curly quotation marks by straight ones; scripts take them for something else.',
    keeps: (password) => !hasCurlyQuotes(password),
    rare: true,
  },
];

/** How many of Windows' kinds of character a text mixes: small, capital, digit, sign, other letters (0–5). */
function kindsOf(text: string): number {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /[0-9]/, /[^\p{L}\p{N}\s]/u, /[\p{Lo}\p{Lt}\p{Lm}]/u];
  return kinds.filter((kind) => kind.test(text)).length;
}

/**
 * Violations of Windows' password rules ("Password must meet complexity requirements", and what cannot be
 * typed or gets lost), one sentence each. `accounts`: names the password must not hold.
 */
export function passwordViolations(password: string, accounts: readonly string[] = ['Administrator']): RuleViolation[] {
  return PASSWORD_TESTS.filter((test) => !test.keeps(password, accounts)).map(({ code, sentence }) =>
    violation(code, sentence),
  );
}

/** The rules of a password with whether each is kept, in the order to show; rare ones only when broken. */
export function passwordRules(password: string, accounts: readonly string[] = ['Administrator']): PasswordRule[] {
  return PASSWORD_TESTS.map(({ code, keeps, rare }) => ({ code, kept: keeps(password, accounts), rare }))
    .filter((rule) => !rule.rare || !rule.kept)
    .map(({ code, kept }) => ({ code, kept }));
}
