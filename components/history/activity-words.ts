import type { ActivityEntry } from '@/lib/model/history-views';

/** Actions that have words; another one is told by its own name. */
const WORDED_ACTIONS = [
  'action.start',
  'credential.reveal',
  'deployment.cancel',
  'deployment.retry',
  'environment.clone',
  'environment.create',
  'environment.delete',
  'environment.export',
  'environment.from_template',
  'environment.import',
  'environment.rename',
  'execution.check_status',
  'execution.check_drift',
  'execution.execute_operation',
  'execution.heal',
  'execution.restart',
  'execution.scale',
  'execution.start',
  'execution.stop',
  'execution.suspend',
  'execution.uninstall',
  'execution.update',
  'execution.wake',
  'package.choose',
  'service.add',
  'service.change',
  'service.remove',
  'service.remove_all',
  'service.replace_all',
  'session.deploy',
  'session.discard',
  'session.open',
  'session.reapply',
  'session.revert_change',
  'session.rollback',
  'template.save',
] as const;
export type WordedAction = (typeof WORDED_ACTIONS)[number];

/** Whether an action has words of its own. */
export function hasWords(action: string): action is WordedAction {
  return WORDED_ACTIONS.some((known) => known === action);
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
  { target_id, details }: ActivityEntry,
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
