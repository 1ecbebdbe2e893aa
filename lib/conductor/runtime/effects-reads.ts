import { isVetroError } from '@/lib/errors';
import type { Effects, NetworkView, StackState } from '@/lib/ports/conductor';
import { firstEnded } from '../language/first-ended';
import { stackNameOf } from '../stacks/stack-of-environment';
import type { EffectsContext } from './effects-context';
import { retrying } from './retry';

/** What a language sees of the world: one recorded step each, so that a replay sees the same. */
export function createReads(
  context: EffectsContext,
): Pick<Effects, 'readStack' | 'networks' | 'first' | 'sleep'> & { furtherStacks(): Promise<string[]> } {
  const { record, scope, cloud, stacks, steps, control, retries } = context;
  const retried = <T>(work: () => Promise<T>): Promise<T> =>
    retrying(retries, work, (error) => isVetroError(error) && error.retryable, control.cancelSignal);

  return {
    readStack: (stack) =>
      steps.run<StackState | null>('look at a stack', () =>
        retried(() => stacks.read(scope, stackNameOf(record.stackName, stack))),
      ),
    furtherStacks: () =>
      steps.run<string[]>('look for further stacks', async () => {
        const prefix = stackNameOf(record.stackName, '');
        const names = await retried(() => stacks.names(record.environmentId));
        return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
      }),
    networks: () => steps.run<NetworkView>('look at networks', () => retried(() => cloud.networks(scope))),
    sleep: async (milliseconds) => {
      await steps.run('wait', () => pause(milliseconds, control.cancelSignal));
    },
    // One that is alone needs no record: nothing else can be first.
    first: async (pending) =>
      pending.length < 2 ? 0 : steps.run<number>(`first of ${pending.length}`, () => firstEnded(pending)),
  };
}

/** Answers null when the time is over or `signal` fires. */
function pause(milliseconds: number, signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(null);
    };
    const timer = setTimeout(end, milliseconds);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
