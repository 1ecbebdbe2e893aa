import { eventually } from './patience';

/** After so long without a change it looks all the same, in milliseconds: what nobody tells of is found, too. */
const LOOK_ANYWAY_MS = 500;

/**
 * Waits until something is so, looking again whenever something changes.
 *
 * @param what completes the sentence "… did not come within 2 minutes"
 * @param onChange calls back whenever it may have become so; it returns a function that ends that
 * @param look returns what was waited for, or null (false, undefined) while it is not so yet
 * @returns what `look` found
 * @throws Error when it never came
 */
export async function afterChanges<T>(
  what: string,
  onChange: (handler: () => void) => () => void,
  look: () => Promise<T | null | undefined | false>,
): Promise<T> {
  let wake = () => {};
  let changed = false;
  const end = onChange(() => {
    changed = true;
    wake();
  });
  const nextChange = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_ANYWAY_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      // It came while it was looked for.
      if (changed) wake();
    });
  const lookAnew = () => {
    changed = false;
    return look();
  };
  return eventually(what, lookAnew, nextChange).finally(end);
}
