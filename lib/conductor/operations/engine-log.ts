import type { Effects } from '@/lib/ports/conductor';
import type { LifecycleEvent } from '../lifecycle';

/**
 * What a lifecycle engine notes of its decisions, in the log of the run (level `debug`): what it heals, a failure that it
 * passes over, a further try.
 *
 * @param about what the lines are about
 * @param named puts names in place of ids
 */
export function engineLog(
  effects: Pick<Effects, 'report'>,
  about: { entity: 'environment' | 'service'; id: string },
  named = (text: string) => text,
): (event: LifecycleEvent) => void {
  return ({ message }) => void effects.report({ ...about, level: 'debug', text: named(message) });
}
