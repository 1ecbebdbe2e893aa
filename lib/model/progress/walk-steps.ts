/** Steps that suspend and resume, by the name that their events have; what each is called in the log. */
export const WALK_STEPS = {
  'stack.suspend': 'Suspend all machines',
  'stack.resume': 'Wake up all machines',
  'machine.suspend': 'Suspend the machine',
  'machine.resume': 'Wake up the machine',
} as const;
export type WalkStep = keyof typeof WALK_STEPS;

/** Whether a step is one of those. */
export function isWalkStep(name: string): name is WalkStep {
  return Object.hasOwn(WALK_STEPS, name);
}
