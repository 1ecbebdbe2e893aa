import { randomInt } from 'node:crypto';
import { type ResourceType, refusal, text } from './resource-type';

const CLASSES: Record<string, string> = {
  lettersdigits: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  lowercase: 'abcdefghijklmnopqrstuvwxyz',
  uppercase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
  hexdigits: '0123456789ABCDEF',
  octdigits: '01234567',
};
const LONGEST = 512;

/** A random text; it is often a password, so it is kept sealed. */
export const randomString: ResourceType = {
  type: 'OS::Heat::RandomString',
  properties: {
    length: { kind: 'integer', change: 'replace' },
    sequence: { kind: 'string', change: 'replace' },
    character_classes: { kind: 'list', change: 'replace' },
    character_sequences: { kind: 'list', change: 'replace' },
    salt: { kind: 'string', change: 'replace' },
  },
  attributes: ['value'],
  create: async ({ kernel, properties }) => {
    const length = Number(properties.length ?? 32);
    const characters = CLASSES[text(properties.sequence) ?? 'lettersdigits'];
    if (!Number.isInteger(length) || length < 1 || length > LONGEST) {
      throw refusal('StackValidationFailed', `${length} is out of range (min: 1, max: ${LONGEST})`);
    }
    if (!characters) throw refusal('StackValidationFailed', 'The character sequence is not known.');
    const value = Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
    return { attributes: { value: kernel.seal(value) }, seconds: 0 };
  },
};
