/**
 * Where a step of a deployment can be: about to be performed, what was reached before it stored, its plan
 * sent and not answered, performed but not recorded, recorded. Between any two of them a process may die; the kill test dies at each.
 */
export type CrashPoint = 'before' | 'stored' | 'sent' | 'performed' | 'recorded';

/** Called at every boundary with the number of the step, counted from 1 within its deployment. */
export type CrashPoints = (point: CrashPoint, step: number) => void;

/** SIGKILL, so that nothing can be tidied up: exactly what a power cut leaves. */
const killThisProcess = () => process.kill(process.pid, 'SIGKILL');

/**
 * Named pause points for the kill test. They do nothing unless a place was named.
 *
 * @param place for example `performed:3`: this process kills itself the moment step 3 was performed and
 *   is not yet recorded; empty for none
 * @param crash what happens there
 * @throws Error when the place is not of that form
 */
export function createCrashPoints(place: string | undefined, crash: () => void = killThisProcess): CrashPoints {
  if (!place) return () => undefined;
  const [, point, step] = /^(before|stored|sent|performed|recorded):([1-9]\d*)$/.exec(place) ?? [];
  if (!point) throw new Error(`VETRO_CRASH_AT must be like "performed:3", not "${place}"`);
  return (here, number) => {
    if (here === point && number === Number(step)) crash();
  };
}
