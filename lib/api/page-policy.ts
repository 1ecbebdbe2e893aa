/**
 * The content security policy of a page: scripts only with the page's own nonce and what they load, no frames, no
 * plugins, forms and connections to ourselves.
 *
 * @param nonce new for each page
 * @param development lets the development server's error overlay evaluate code
 */
export function pagePolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    // The graph and the positioned parts of the kit set style attributes, which no nonce can cover.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
