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
/** what the packages of the tenant say, once it is loaded */
let ofPackages: PackageSentences | undefined;
let loadingOfPackages: Promise<void> | null = null;

/**
 * What puts the server's sentences into the language of who reads, once it is loaded; null where there is none.
 *
 * @param sentences those of packages, in the place of those that the tenant has now
 */
export function loadedTranslator(sentences = ofPackages): Translator | null {
  if (german === null) return null;
  return sentences === undefined ? german.inGerman : german.inGermanWith(sentences);
}

/** The same, loaded where it is not yet; null where English is read, or where it cannot be loaded. */
export async function readersTranslator(sentences?: PackageSentences): Promise<Translator | null> {
  if (document.documentElement.lang !== 'de') return null;
  // better in English than not at all
  loadingOfPackages ??= loadOfPackages();
  const [words] = await Promise.all([import('./german').catch(() => null), loadingOfPackages]);
  german = words;
  return loadedTranslator(sentences);
}

/** Titles of steps and reports stand in what the server says of runs. Without them the rest is still understood. */
async function loadOfPackages(): Promise<void> {
  try {
    const response = await fetch('/v1/catalog/sentences', {
      headers: { accept: 'application/json', 'accept-language': 'de' },
      credentials: 'same-origin',
    });
    if (response.ok) ofPackages = ((await response.json()) as { sentences: PackageSentences }).sentences;
    // nobody is signed in yet
    else loadingOfPackages = null;
  } catch {
    loadingOfPackages = null;
  }
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
