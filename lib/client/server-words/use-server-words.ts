import { useLocale } from 'next-intl';
import { useEffect, useState } from 'react';
import { loadedTranslator, type PackageSentences, readersTranslator } from './readers-words';

type Translator = (said: string) => string;

const asItIs: Translator = (said) => said;
/** Better nothing for a moment than another language. */
const notYet: Translator = () => '';

/**
 * For sentences that reach a page on another way than as an answer of the API: in the events of a run, or from rules that
 * are checked while somebody types.
 *
 * @param sentences what packages say, which is known besides
 * @returns puts a sentence of the server into the language of who reads; into nothing until the words are loaded, and as it
 *   is where they cannot be
 */
export function useServerWords(sentences?: PackageSentences): Translator {
  const isGerman = useLocale() === 'de';
  const [isTried, setTried] = useState(() => loadedTranslator() !== null);
  useEffect(() => {
    let isShown = true;
    void readersTranslator().then(() => {
      if (isShown) setTried(true);
    });
    return () => {
      isShown = false;
    };
  }, []);
  if (!isGerman) return asItIs;
  return isTried ? (loadedTranslator(sentences) ?? asItIs) : notYet;
}
