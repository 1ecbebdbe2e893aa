import { createHash } from 'node:crypto';
import type { Json } from '@/lib/model/json';

/** Sets of packages kept compiled: environments of a tenant use few different ones. */
const MOST_COMPILED = 32;

/**
 * Keeps what was compiled of the last few contents, by the content.
 *
 * @param compile called once for each content while it is kept
 */
export function compileCached<Content, Compiled>(
  compile: (content: Content) => Compiled,
): (content: Content) => Compiled {
  const kept = new Map<string, Compiled>();
  return (content) => {
    const key = createHash('sha256')
      .update(JSON.stringify(content as Json))
      .digest('base64');
    const compiled = kept.get(key) ?? compile(content);
    // Last used, last dropped.
    kept.delete(key);
    kept.set(key, compiled);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_COMPILED) break;
      kept.delete(oldest);
    }
    return compiled;
  };
}
