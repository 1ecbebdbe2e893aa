import type { z } from 'zod';
import { type EventKind, EventSchema } from './event';
import { ListedEnvironmentViewSchema } from './views';

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

/**
 * An event as streams of one environment or of a tenant send it. With the newest that changes an environment comes
 * what lists show of it from then on, for whoever follows: nobody has to ask.
 */
export const StreamedEventSchema = EventSchema.extend({
  environment: ListedEnvironmentViewSchema.nullable().optional().meta({
    description: 'the environment as of its `event_seq`, which is not before this event; null when it is gone',
  }),
});
export type StreamedEvent = z.infer<typeof StreamedEventSchema>;
