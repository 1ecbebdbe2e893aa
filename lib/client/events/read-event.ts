import { isObject } from '@/lib/model/json';
import type { StreamedEvent } from '@/lib/model/streamed-event';

/**
 * One event from the text of a message of the stream.
 *
 * @returns null for anything that is none: a page must outlive a message it does not understand
 */
export function readEvent(text: string): StreamedEvent | null {
  try {
    const event: unknown = JSON.parse(text);
    return isEvent(event) ? event : null;
  } catch {
    return null;
  }
}

function isEvent(value: unknown): value is StreamedEvent {
  return (
    isObject(value) &&
    Number.isInteger(value.seq) &&
    (typeof value.runId === 'string' || value.runId === null) &&
    isObject(value.data) &&
    ['environmentId', 'at', 'kind', 'level', 'entity', 'entityId', 'text'].every(
      (name) => typeof value[name] === 'string',
    )
  );
}
