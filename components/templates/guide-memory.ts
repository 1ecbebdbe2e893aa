/** How far somebody is with the guide for newcomers: `gone` when it was dismissed, or never needed. */
export type GuideState = 'begun' | 'seen' | 'gone';

/** A cookie, so that the first paint knows already: one person's state at a time. */
export const GUIDE_COOKIE = 'vetro.guide';
const A_YEAR_S = 31_536_000;

/** What is remembered of a person; null for whoever is here for the first time. */
export function guideStateOf(cookie: string | undefined, userId: string): GuideState | null {
  const [who, state] = (cookie ?? '').split('.');
  if (who !== userId) return null;
  return state === 'begun' || state === 'seen' || state === 'gone' ? state : null;
}

/** Keeps a person's state in this browser. */
export function rememberGuide(userId: string, state: GuideState): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing where there is no HTTPS
  document.cookie = `${GUIDE_COOKIE}=${userId}.${state}; path=/; max-age=${A_YEAR_S}; samesite=lax`;
}
