'use client';
import { useCatalogGuide } from '../catalog';
import { useServerWords } from './use-server-words';

/** What packages that this tenant may use say, in the reader's language: titles, categories, tags, reports. */
export function useCatalogWords() {
  return useServerWords(useCatalogGuide().sentences);
}
