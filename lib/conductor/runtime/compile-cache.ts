/** Sets of packages kept compiled: environments of a tenant use few different ones. */
const MOST_COMPILED = 32;

/**
 * Keeps what was compiled of the last few contents, by the digest of the content.
 *
 * @param compile called once for each content while it is kept
 */
export function compileCached<Content, Compiled>(
  compile: (content: Content) => Compiled,
): (digest: string, content: Content) => Compiled {
  const kept = new Map<string, Compiled>();
  return (digest, content) => {
    const compiled = kept.get(digest) ?? compile(content);
    // Last used, last dropped.
    kept.delete(digest);
    kept.set(digest, compiled);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_COMPILED) break;
      kept.delete(oldest);
    }
    return compiled;
  };
}
