import type { PolicyLanguage } from './policy-template';

/** Characters of Unicode's private use, which no keyboard writes: what begins, parts and ends words in every language. */
const [BEGIN, NEXT, END] = ['\uE000', '\uE001', '\uE002'];
const WORDS = wordsOf(`[^${BEGIN}${NEXT}${END}]*`);
/** The same in JSON: no words go on behind the quotation mark that ends their text. */
const WORDS_IN_JSON = wordsOf(`(?:\\\\.|[^"\\\\${BEGIN}${NEXT}${END}])*`);

function wordsOf(words: string): RegExp {
  return new RegExp(`${BEGIN}(${words})${NEXT}(${words})${END}`, 'g');
}

/** Whether a text holds words in several languages: what people send may not, since each reader would get a part of it. */
export function isInEveryLanguage(text: string): boolean {
  return inLanguage(text, 'en') !== text;
}

/**
 * Words in every language as one text, which may stand in a sentence and be stored with it: whoever reads the sentence gets
 * one of them by {@link inLanguage}. Rules put sentences together as they put together any text, so this is what their words
 * are while they are asked.
 */
export function inEveryLanguage({ en, de }: Readonly<Record<PolicyLanguage, string>>): string {
  return en === de ? en : `${BEGIN}${en}${NEXT}${de}${END}`;
}

/** A text with its words in one language; without such words it stays as it is. */
export function inLanguage(text: string, language: PolicyLanguage): string {
  return replaced(text, WORDS, language);
}

/** JSON, or a stream of it, with the words of each text in one language. */
export function jsonInLanguage(json: string, language: PolicyLanguage): string {
  return replaced(json, WORDS_IN_JSON, language);
}

function replaced(text: string, words: RegExp, language: PolicyLanguage): string {
  return text.includes(BEGIN as string)
    ? text.replace(words, (_, en: string, de: string) => (language === 'de' ? de : en))
    : text;
}
