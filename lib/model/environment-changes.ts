import type { EventKind, VetroEvent } from './event';

/**
 * Kinds of events after which an environment is told otherwise in lists and heads: its name, what is deployed and works, what
 * runs, who drafts, or that it is there at all.
 */
export const CHANGES_ENVIRONMENT: ReadonlySet<EventKind> = new Set([
  'run.queued',
  'run.finished',
  'machine.checked',
  'session.opened',
  'session.changed',
  'session.invalidated',
  'session.closed',
  'environment.created',
  'environment.renamed',
  'environment.deleted',
]);

/** Whether lists tell an environment otherwise after an event: machines of a run under way are counted at its end. */
export function changesEnvironment({ kind, runId }: Pick<VetroEvent, 'kind' | 'runId'>): boolean {
  return CHANGES_ENVIRONMENT.has(kind) || (kind === 'machine.changed' && runId === null);
}
