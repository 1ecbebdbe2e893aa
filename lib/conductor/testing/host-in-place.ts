import { type Language, runLanguages } from '../language/language';
import type { LanguageHost } from '../language/language-host';

/**
 * A host that runs languages where it is called: for languages that tests bring along. Nothing but their own manners
 * keeps them from holding up everything else.
 */
export function hostInPlace(languages: readonly Language[]): LanguageHost {
  return {
    run: ({ stop, ...task }) =>
      runLanguages(languages, {
        ...task,
        model: structuredClone(task.model),
        watch: { now: () => performance.now(), isStopped: () => stop.isDue() },
      }),
    close: async () => undefined,
  };
}
