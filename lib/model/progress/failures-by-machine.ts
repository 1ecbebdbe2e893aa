import type { Failure } from './failure';

/** The failures of one machine, or one that belongs to none. */
export interface MachineFailures {
  /** the one that findings and repairs are asked for: a step on the machine before a change of the cloud */
  lead: Failure;
  /** all of them, in the order they happened */
  failures: readonly [Failure, ...Failure[]];
}

/**
 * Gathers failures by the machine that they happened on, in the order of its first: what is found out about a machine and
 * what can be done with it is the same for all of its failures.
 */
export function failuresByMachine(failures: readonly Failure[]): MachineFailures[] {
  const gathered = new Map<string, [Failure, ...Failure[]]>();
  for (const failure of failures) {
    const key = failure.unitId === null ? `failure ${failure.id}` : `unit ${failure.unitId}`;
    const known = gathered.get(key);
    if (known) known.push(failure);
    else gathered.set(key, [failure]);
  }
  return [...gathered.values()].map((all) => ({
    lead: all.find(({ what }) => what.kind === 'step') ?? all[0],
    failures: all,
  }));
}
