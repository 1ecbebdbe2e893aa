import { z } from 'zod';

/** In the answer of a list that is told in pages. */
export const NextMarkerSchema = z
  .string()
  .optional()
  .meta({ description: 'send as `marker` for the next page; missing on the last one' });

/** What an answer says of the page after it; nothing at the end of the list. */
export function nextMarker({ next }: { next: string | null }): { next_marker?: string } {
  return next === null ? {} : { next_marker: next };
}
