/**
 * Keeps what was compiled of contents for as long as the contents are kept.
 *
 * @param compile called once for each content
 */
export function compileCached<Content extends object, Compiled>(
  compile: (content: Content) => Compiled,
): (content: Content) => Compiled {
  const compiled = new WeakMap<Content, Compiled>();
  return (content) => {
    const known = compiled.get(content);
    if (known !== undefined) return known;
    const fresh = compile(content);
    compiled.set(content, fresh);
    return fresh;
  };
}
