/** What a badge on the page's tab says by its sign and its colour. */
export type BadgeTone = 'ready' | 'failed' | 'attention';

const SIGNS: Record<BadgeTone, string> = { ready: '✓', failed: '✗', attention: '!' };
const COLOURS: Record<BadgeTone, string> = { ready: '#1a9d6c', failed: '#c8322b', attention: '#c2740a' };

/**
 * Marks the tab of a page that nobody looks at, by its title and its icon, until somebody does. Does nothing on a page
 * that is being looked at.
 */
export function badgePage(tone: BadgeTone): void {
  if (document.visibilityState === 'visible') return;
  const title = document.title;
  const marked = `${SIGNS[tone]} ${title.replace(/^[✓✗!] /, '')}`;
  document.title = marked;
  const icon = document.querySelector<HTMLLinkElement>('link[rel~="icon"]');
  const href = icon?.href;
  if (icon) icon.href = dot(COLOURS[tone]);
  const clear = () => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', clear);
    if (document.title === marked) document.title = title.replace(/^[✓✗!] /, '');
    if (icon && href) icon.href = href;
  };
  document.addEventListener('visibilitychange', clear);
}

function dot(colour: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="3" y="3" width="26" height="26" rx="6" fill="none" stroke="#7a8ba0" stroke-width="3"/><circle cx="22" cy="22" r="9" fill="${colour}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
