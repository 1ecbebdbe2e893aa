import { isObject, type Json } from '@/lib/model/json';

/** How deep what a command returns may lie in itself; the server takes no body of a hundred levels. */
const MAX_LEVELS = 50;

/**
 * What a program has printed, as text that can be kept. Programs print any bytes, and text that is cut may end in half a
 * letter; PostgreSQL stores neither U+0000 nor half of a pair of surrogates.
 *
 * @returns the text with U+FFFD for half of a pair, and without U+0000: programs of Windows print two bytes for a letter, and
 *   only without the empty ones a secret among them is found
 */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');
}

/** What a command has returned, with every text and name in it as `storableText` says; `…` stands for what lies too deep. */
export function storableResult(value: Json, level = 0): Json {
  if (typeof value === 'string') return storableText(value);
  if (value === null || typeof value !== 'object') return value;
  if (level === MAX_LEVELS) return '…';
  if (Array.isArray(value)) return value.map((item) => storableResult(item, level + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [storableText(name), storableResult(item, level + 1)]),
  );
}
