import { readCookie, writeCookie } from '@/lib/client/browser-cookie';
import type { ListedEnvironmentView } from '@/lib/model/views';

const GUIDE_STATES = ['begun', 'up', 'seen', 'gone'] as const;

/**
 * How far somebody is with the guide for newcomers: `up` once an environment has come up, `seen` once its site was opened,
 * `gone` when it was dismissed, or never needed.
 */
export type GuideState = (typeof GUIDE_STATES)[number];

/** A cookie, so that the first paint knows already. */
export const GUIDE_COOKIE = 'vetro.guide';
/** So many people and tenants of one browser are remembered. */
const MAX_READERS = 12;

/** Names a person in a tenant: the guide is for whoever is new there. */
export function guideReader(userId: string, tenantId: string): string {
  return userId.slice(0, 8) + tenantId.slice(0, 8);
}

/** What is remembered of somebody; null for whoever is here for the first time. */
export function guideStateOf(cookie: string | undefined, reader: string): GuideState | null {
  const state = entriesOf(cookie).get(reader);
  return GUIDE_STATES.find((known) => known === state) ?? null;
}

/** What the guide is about, and which of its three steps are done. */
export interface GuideProgress<E> {
  subject: E | null;
  done: readonly [pick: boolean, watch: boolean, open: boolean];
}

/**
 * How far the guide is. A step that was done stays done, whatever is deployed later: what has come up is remembered.
 *
 * @param environments as they are listed
 */
export function guideProgress<E extends Pick<ListedEnvironmentView, 'status' | 'version'>>(
  environments: readonly E[],
  state: GuideState,
): GuideProgress<E> {
  const ready = environments.find(({ status, version }) => status !== 'deploying' && version > 0);
  const subject = ready ?? environments.find(({ status, version }) => status === 'deploying' || version > 0) ?? null;
  const isSeen = state === 'seen';
  const up = isSeen || state === 'up' || ready !== undefined;
  return { subject, done: [up || subject !== null, up, isSeen] };
}

/** The cookie's value with somebody's state in it, the newest last. */
export function withGuideState(cookie: string | undefined, reader: string, state: GuideState): string {
  const entries = entriesOf(cookie);
  entries.delete(reader);
  entries.set(reader, state);
  return [...entries]
    .slice(-MAX_READERS)
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
