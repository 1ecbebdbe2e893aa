import { LRUCache } from 'lru-cache';

/** Sets of packages kept compiled: environments of a tenant use few different ones. */
const MOST_COMPILED = 32;

/**
 * Keeps what was compiled of the contents that were used last, by the digest of the content.
 *
 * @param compile called once for each content while it is kept
 */
export function compileCached<Content, Compiled extends object>(
  compile: (content: Content) => Compiled,
): (digest: string, content: Content) => Compiled {
  const kept = new LRUCache<string, Compiled>({ max: MOST_COMPILED });
  return (digest, content) => {
    const compiled = kept.get(digest) ?? compile(content);
    kept.set(digest, compiled);
    return compiled;
  };
}
