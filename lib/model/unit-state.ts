/**
 * What a machine of an environment, a role on it or a whole service is doing: one vocabulary for the
 * topology, the lists and the timeline, so that a word and a colour mean the same thing everywhere.
 */
export const UNIT_STATES = [
  'draft',
  'waiting',
  'running',
  'ready',
  'stopped',
  'suspended',
  'attention',
  'failed',
] as const;
export type UnitState = (typeof UNIT_STATES)[number];

/** States of what rests because somebody wanted it so: nothing is wrong with it. */
export const RESTING_STATES = ['stopped', 'suspended'] as const satisfies readonly UnitState[];
export type RestingState = (typeof RESTING_STATES)[number];

/** Whether something rests because somebody wanted it so. */
export function isResting(state: UnitState): state is RestingState {
  return RESTING_STATES.some((one) => one === state);
}

const GRAVITY: readonly UnitState[] = [
  'draft',
  ...RESTING_STATES,
  'ready',
  'waiting',
  'attention',
  'running',
  'failed',
];

/**
 * The state of a whole made of parts (a service of units, a host of roles): the gravest of them, with a
 * running part outranking one that only wants attention. What is only planned does not hide what exists:
 * ready outranks draft, and a whole rests only where nothing of it is up. A whole without parts is a draft.
 */
export function combineStates(parts: readonly UnitState[]): UnitState {
  return (
    parts.reduce<UnitState | null>(
      (worst, part) => (worst === null || GRAVITY.indexOf(part) > GRAVITY.indexOf(worst) ? part : worst),
      null,
    ) ?? 'draft'
  );
}
