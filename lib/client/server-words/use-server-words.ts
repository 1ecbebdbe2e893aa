import { useEffect, useState } from 'react';
import { loadedTranslator, readersTranslator } from './readers-words';

type Translator = (said: string) => string;

const asItIs: Translator = (said) => said;

/**
 * For sentences that reach a page on another way than as an answer of the API: in the events of a run, or from rules that
 * are checked while somebody types.
 *
 * @returns puts a sentence of the server into the language of who reads; as it is until the words are loaded
 */
export function useServerWords(): Translator {
  const [words, setWords] = useState<{ translate: Translator }>(() => ({ translate: loadedTranslator() ?? asItIs }));
  useEffect(() => {
    let isShown = true;
    void readersTranslator().then((translate) => {
      if (isShown && translate) setWords({ translate });
    });
    return () => {
      isShown = false;
    };
  }, []);
  return words.translate;
}
