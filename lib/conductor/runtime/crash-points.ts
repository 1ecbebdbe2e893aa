/**
 * Where a step of a deployment can be: about to be performed, what was reached before it stored, its plan
 * sent and not answered, performed but not recorded, recorded. Between any two of them a process may die; the kill test dies at each.
 */
export type CrashPoint = 'before' | 'stored' | 'sent' | 'performed' | 'recorded';

/**
 * Called at every boundary with the number of the step, counted from 1 within its run.
 *
 * @returns what resolves once the process goes on, which one that died never does; null elsewhere, so that nothing waits for
 *   nothing
 */
export type CrashPoints = (point: CrashPoint, step: number) => Promise<void> | null;

/**
 * Where a process dies: for example `performed:3`, the moment step 3 of a run was performed and is not yet recorded. Or
 * such a place for each of several runs, by their ids: each stops at its own, and once all have, the process dies.
 */
export type CrashPlaces = string | Readonly<Record<string, string>>;

/** SIGKILL, so that nothing can be tidied up: exactly what a power cut leaves. */
function killThisProcess(): 'dies' {
  process.kill(process.pid, 'SIGKILL');
  return 'dies';
}

/**
 * Named pause points for the kill test. They do nothing unless a place was named.
 *
 * @param places empty for none
 * @param crash what happens there; the runs go on after it where it says so
 * @returns the points of a run
 * @throws Error when a place is not of its form
 */
export function createCrashPoints(
  places: CrashPlaces | undefined,
  crash: () => 'dies' | 'goes on' = killThisProcess,
): (runId: string) => CrashPoints {
  if (!places) return () => () => null;
  const byRun = typeof places === 'string' ? null : new Map(Object.entries(places).map(([id, one]) => [id, read(one)]));
  const anywhere = typeof places === 'string' ? read(places) : null;
  const waiting = new Set(byRun?.keys());
  let goOn: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let isCrashed = false;
  return (runId) => {
    const place = byRun?.get(runId) ?? anywhere;
    if (place === null) return () => null;
    let isReached = false;
    return (point, step) => {
      isReached ||= point === place.point && step === place.step;
      // A run that has reached its place is dead, whatever of it is still under way.
      if (!isReached) return null;
      waiting.delete(runId);
      if (waiting.size === 0 && !isCrashed) {
        isCrashed = true;
        if (crash() === 'goes on') goOn();
      }
      return gone;
    };
  };
}

function read(place: string): { point: string; step: number } {
  const [, point, step] = /^(before|stored|sent|performed|recorded):([1-9]\d*)$/.exec(place) ?? [];
  if (!point) throw new Error(`A crash point must be like "performed:3", not "${place}"`);
  return { point, step: Number(step) };
}
