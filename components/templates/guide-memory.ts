import { readCookie, writeCookie } from '@/lib/client/browser-cookie';

/** How far somebody is with the guide for newcomers: `gone` when it was dismissed, or never needed. */
export type GuideState = 'begun' | 'seen' | 'gone';

/** A cookie, so that the first paint knows already. */
export const GUIDE_COOKIE = 'vetro.guide';
/** So many people and tenants of one browser are remembered. */
const MOST = 12;

/** Names a person in a tenant: the guide is for whoever is new there. */
export function guideReader(userId: string, tenantId: string): string {
  return userId.slice(0, 8) + tenantId.slice(0, 8);
}

/** What is remembered of somebody; null for whoever is here for the first time. */
export function guideStateOf(cookie: string | undefined, reader: string): GuideState | null {
  const state = entriesOf(cookie).get(reader);
  return state === 'begun' || state === 'seen' || state === 'gone' ? state : null;
}

/** The cookie's value with somebody's state in it, the newest last. */
export function withGuideState(cookie: string | undefined, reader: string, state: GuideState): string {
  const entries = entriesOf(cookie);
  entries.delete(reader);
  entries.set(reader, state);
  return [...entries]
    .slice(-MOST)
    .map(([who, what]) => `${who}.${what}`)
    .join('~');
}

/** Keeps somebody's state in this browser. */
export function rememberGuide(reader: string, state: GuideState): void {
  writeCookie(GUIDE_COOKIE, withGuideState(readCookie(GUIDE_COOKIE), reader, state));
}

function entriesOf(cookie: string | undefined): Map<string, string> {
  const pairs = (cookie ?? '').split('~').flatMap((entry): [string, string][] => {
    const [who, state] = entry.split('.');
    return who && state ? [[who, state]] : [];
  });
  return new Map(pairs);
}
