import type { Effects } from '@/lib/ports/conductor';
import type { LifecycleClock } from '../lifecycle';
import type { CompletionQueue } from './completion-queue';

/**
 * The clock of workflows that a run carries out: waits are waits of the run, so that they outlive its process.
 */
export function effectsClock(effects: Pick<Effects, 'sleep'>, completions: CompletionQueue): LifecycleClock {
  return {
    after: (milliseconds, then) => {
      let isOff = false;
      void completions.completion(effects.sleep(milliseconds).then(() => null)).then(() => {
        if (!isOff) then();
      });
      return () => {
        isOff = true;
      };
    },
  };
}
