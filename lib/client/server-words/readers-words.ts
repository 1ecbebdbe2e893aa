import { isObject } from '@/lib/model/json';

/** What packages say, by its English. */
export type PackageSentences = Readonly<Record<string, string>>;

/**
 * What the server answered, with its sentences in the language of who reads: everything called `sentence` is made by the
 * server, in English. Loaded when there is something to say, and by those alone who do not read English.
 *
 * @param answer what the API answered, read from `text`
 * @param text the same as it came: where nothing in it is a sentence, nothing is loaded
 * @returns the answer; the same one where there is nothing to put into other words, or the words cannot be loaded
 */
export async function inReadersWords<A>(answer: A, text: string): Promise<A> {
  const inWords = text.includes('"sentence"') ? await readersTranslator() : null;
  return inWords === null ? answer : (withSentences(answer, inWords) as A);
}

/** Puts one sentence of the server into the language of who reads. */
export async function sentenceInReadersWords(sentence: string): Promise<string> {
  const inWords = await readersTranslator();
  return inWords === null ? sentence : inWords(sentence);
}

type Translator = (said: string) => string;

let german: typeof import('./german') | null = null;

/**
 * What puts the server's sentences into the language of who reads, once it is loaded; null where there is none.
 *
 * @param sentences those of packages, in the place of those that the tenant has now
 */
export function loadedTranslator(sentences?: PackageSentences): Translator | null {
  return german?.inGermanWith(sentences) ?? null;
}

/** The same, loaded where it is not yet; null where English is read, or where it cannot be loaded. */
export async function readersTranslator(sentences?: PackageSentences): Promise<Translator | null> {
  if (document.documentElement.lang !== 'de') return null;
  // better in English than not at all
  german = await import('./german').catch(() => null);
  await german?.loadTenantSentences();
  return loadedTranslator(sentences);
}

function withSentences(value: unknown, inWords: (said: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => withSentences(one, inWords));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === 'sentence' && typeof one === 'string' ? inWords(one) : withSentences(one, inWords),
    ]),
  );
}
