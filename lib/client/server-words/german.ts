import book from './de.json';
import { translatorOf } from './translate';

/** What the server says, in German; what is not known stays as it is. */
export const inGerman = translatorOf(book);

const ofPackages = new WeakMap<Readonly<Record<string, string>>, typeof inGerman>();

/**
 * What the server and packages say, in German.
 *
 * @param sentences of packages, by their English
 */
export function inGermanWith(sentences: Readonly<Record<string, string>>): typeof inGerman {
  const known = ofPackages.get(sentences);
  if (known) return known;
  const made = translatorOf({ ...book, sentences: { ...book.sentences, ...onMachines(sentences), ...sentences } });
  ofPackages.set(sentences, made);
  return made;
}

/** Titles of steps with the machine that they are done on. */
function onMachines(sentences: Readonly<Record<string, string>>): Record<string, string> {
  const titles = Object.entries(sentences).filter(([english]) => !/\{\d\}|[.!?]$/.test(english));
  return Object.fromEntries(titles.map(([english, german]) => [`${english} on {1}`, `${german} auf {1}`]));
}
