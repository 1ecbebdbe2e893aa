import { ENVIRONMENT_ACTIONS, type EnvironmentAction } from '@/lib/model/audit-actions';
import type { ActivityEntry } from '@/lib/model/history-views';

/** False of an action of a newer version, which is told by its own name. */
export function hasWords(action: string): action is EnvironmentAction {
  return ENVIRONMENT_ACTIONS.some((known) => known === action);
}

/** What the words for an action may need: the thing's name, the version, what was asked for. */
export interface ActivityFacts {
  name: string;
  version: number;
  what: string;
}

/**
 * The facts of an action, from what the audit log holds.
 *
 * @param names of the services that exist, by id
 * @param unknown the words for a thing whose name nobody knows any more
 */
export function factsOf(
  { target_id, details }: Pick<ActivityEntry, 'target_id' | 'details'>,
  names: ReadonlyMap<string, string>,
  unknown: string,
): ActivityFacts {
  const text = (key: string) => (typeof details[key] === 'string' && details[key] !== '' ? details[key] : null);
  return {
    name: text('name') ?? text('names') ?? names.get(target_id) ?? unknown,
    version: typeof details.version === 'number' ? details.version : 0,
    what: [text('label') ?? text('property'), text('machine')].filter((part) => part !== null).join(', '),
  };
}
