const A_YEAR_S = 31_536_000;

/** The value that this browser remembers under a name, as it was written; undefined where it remembers none. */
export function readCookie(name: string): string | undefined {
  return document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/**
 * Remembers a value in this browser for a year; the server reads it with every page, so that the first paint knows.
 *
 * @param value characters that a cookie may hold: no space, comma or semicolon
 */
export function writeCookie(name: string, value: string): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and nowhere without HTTPS
  document.cookie = `${name}=${value}; path=/; max-age=${A_YEAR_S}; samesite=lax${secure}`;
}
