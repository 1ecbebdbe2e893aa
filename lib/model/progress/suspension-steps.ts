/** Steps that suspend and resume, by the name that their events have; what each is called in the log. */
export const SUSPENSION_STEPS = {
  'stack.suspend': 'Suspend all machines',
  'stack.resume': 'Wake up all machines',
  'machine.suspend': 'Suspend the machine',
  'machine.resume': 'Wake up the machine',
} as const;
export type SuspensionStep = keyof typeof SUSPENSION_STEPS;

/** Whether a step is one of those. */
export function isSuspensionStep(name: string): name is SuspensionStep {
  return Object.hasOwn(SUSPENSION_STEPS, name);
}
