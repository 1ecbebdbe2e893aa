/** Words of a key that tell of a secret, where nobody says whether the value is one. */
const SECRET_WORDS = new Set([
  'pass',
  'passwd',
  'password',
  'passwords',
  'passphrase',
  'secret',
  'secrets',
  'token',
  'tokens',
]);
/** The same where a key is written in one. */
const SECRET_ENDING = /(?:password|passwd|passphrase|secret)$/;
/** `key` alone tells nothing: these words before it do. */
const KINDS_OF_KEY = new Set(['private', 'api', 'access']);

/** Whether a name tells of a secret, by its words: for values of which nobody says whether they are. */
export function tellsOfSecret(key: string): boolean {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some(
    (word, index) =>
      SECRET_WORDS.has(word) ||
      SECRET_ENDING.test(word) ||
      (word === 'key' && KINDS_OF_KEY.has(words[index - 1] ?? '')) ||
      /^(?:private|api|access)key$/.test(word),
  );
}
