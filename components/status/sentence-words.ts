import { useServerWords } from '@/lib/client/server-words/use-server-words';
import { useGuide } from './guide-context';

/** Puts sentences of the server and of the packages of a page into the language of who reads. */
export function useSentenceWords(): (sentence: string) => string {
  return useServerWords(useGuide().sentences);
}
