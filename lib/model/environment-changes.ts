import type { EventKind } from './event';

/**
 * Kinds of events after which an environment is told otherwise in lists and heads: its name, what is deployed, what
 * runs, who drafts, or that it is there at all.
 */
export const CHANGES_ENVIRONMENT: ReadonlySet<EventKind> = new Set([
  'run.queued',
  'run.finished',
  'session.opened',
  'session.changed',
  'session.invalidated',
  'session.closed',
  'environment.created',
  'environment.renamed',
  'environment.deleted',
]);
