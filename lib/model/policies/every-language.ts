import type { PolicyLanguage } from './policy-template';

/** Characters of Unicode's private use, which no keyboard writes: what begins, parts and ends words in every language. */
const [BEGIN, NEXT, END] = ['\uE000', '\uE001', '\uE002'];
const WORDS = new RegExp(`${BEGIN}([^${BEGIN}${NEXT}${END}]*)${NEXT}([^${BEGIN}${NEXT}${END}]*)${END}`, 'g');

/**
 * Words in every language as one text, which may stand in a sentence and be stored with it: whoever reads the sentence gets
 * one of them by {@link inLanguage}. Rules put sentences together as they put together any text, so this is what their words
 * are while they are asked.
 */
export function inEveryLanguage({ en, de }: Readonly<Record<PolicyLanguage, string>>): string {
  return en === de ? en : `${BEGIN}${en}${NEXT}${de}${END}`;
}

/**
 * A text with its words in one language.
 *
 * @param text anything, also JSON or a stream of it that holds such sentences; without such words it stays as it is
 */
export function inLanguage(text: string, language: PolicyLanguage): string {
  return text.includes(BEGIN as string)
    ? text.replace(WORDS, (_, en: string, de: string) => (language === 'de' ? de : en))
    : text;
}
