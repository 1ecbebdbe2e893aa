import type { z } from 'zod';
import { EventSchema } from './event';
import { ListedEnvironmentViewSchema } from './views';

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
