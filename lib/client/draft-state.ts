import type { EnvironmentDetailView, ListedSessionView } from '@/lib/model/views';

/** The drafts of an environment as one person sees them. */
export interface DraftState {
  /** my open draft */
  mine: ListedSessionView | null;
  /** my draft that is being deployed, wherever I have pressed the button */
  deploying: ListedSessionView | null;
  /** my draft that was deployed last */
  deployed: ListedSessionView | null;
  /** my newest draft that somebody else's deployment made out of date; null as soon as I have an open one */
  overtaken: { session: ListedSessionView; byUserName: string | null; version: number | null } | null;
  /** open drafts of others that hold changes */
  others: ListedSessionView[];
}

/**
 * Sorts the sessions of an environment, newest first as the API lists them, into mine and those of others. A draft
 * without changes that was overtaken has nothing to lose and is not told of.
 */
export function draftOf(sessions: readonly ListedSessionView[]): DraftState {
  const mine = sessions.find((session) => session.mine && session.state === 'open') ?? null;
  const invalid = mine
    ? undefined
    : sessions.find((session) => session.mine && session.state === 'invalid' && session.changes > 0);
  const winner = invalid && sessions.find((session) => session.id === invalid.invalidated_by);
  return {
    mine,
    deploying: sessions.find((session) => session.mine && session.state === 'deploying') ?? null,
    deployed: sessions.find((session) => session.mine && session.state === 'deployed') ?? null,
    overtaken: invalid
      ? { session: invalid, byUserName: winner?.user_name ?? null, version: winner ? winner.version + 1 : null }
      : null,
    others: sessions.filter((session) => !session.mine && session.state === 'open' && session.changes > 0),
  };
}

/**
 * Whether what is known of an environment is older than what is known of its drafts: a draft is being deployed, or its
 * deployment is over, and the environment does not know yet. Without the draft it would show what was deployed before,
 * for a moment. A deployment ends its session and changes its environment at one instant.
 */
export function isBehind(
  { deploying, deployed }: Pick<DraftState, 'deploying' | 'deployed'>,
  { active_deployment_id: activeId, version, updated }: Behind,
): boolean {
  if (activeId !== null) return false;
  if (deploying !== null) return version <= deploying.version;
  return deployed !== null && updated < deployed.updated;
}

type Behind = Pick<EnvironmentDetailView, 'active_deployment_id' | 'version' | 'updated'>;
