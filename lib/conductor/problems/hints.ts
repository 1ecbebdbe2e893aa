const HINTS: readonly [RegExp, string][] = [
  [/quota/i, 'Remove what is no longer needed, ask for less, or ask an administrator for a larger quota'],
  [/key ?pair|key_?name/i, 'Choose another key pair in the settings of the service, or none'],
  [/no valid host|not enough hosts/i, 'Choose a smaller machine size, or wait until the cloud has room again'],
  [/image|flavor/i, 'Choose another operating system or machine size in the settings of the service'],
  [/availability zone/i, 'Choose another location in the settings of the service, or leave it to the cloud'],
  [/\b(ip|fixed) ?address/i, 'Choose another address in the settings of the service, or leave it to the cloud'],
];

/**
 * What a user can do about a cloud's refusal, told beside the cloud's own words, which are kept for administrators.
 *
 * @param reason the cloud's own words
 * @returns a clause without a full stop; null for a reason that nobody has a hint for
 */
export function hintFor(reason: string): string | null {
  return HINTS.find(([words]) => words.test(reason))?.[1] ?? null;
}
