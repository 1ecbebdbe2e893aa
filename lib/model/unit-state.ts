/**
 * What a machine of an environment, a role on it or a whole service is doing: one vocabulary for the
 * topology, the lists and the timeline, so that a word and a colour mean the same thing everywhere.
 */
export const UNIT_STATES = ['draft', 'waiting', 'running', 'ready', 'attention', 'failed'] as const;
export type UnitState = (typeof UNIT_STATES)[number];

/** The word shown beside the colour and the icon of each state. */
export const UNIT_STATE_WORDS: Record<UnitState, string> = {
  draft: 'Draft',
  waiting: 'Waiting',
  running: 'Working',
  ready: 'Ready',
  attention: 'Needs attention',
  failed: 'Failed',
};

/** What each state means, in one sentence for legends and hints. */
export const UNIT_STATE_SENTENCES: Record<UnitState, string> = {
  draft: 'Planned; nothing of it exists until the environment is deployed.',
  waiting: 'Its turn in the running deployment has not come yet.',
  running: 'Being set up right now.',
  ready: 'Up and set up as asked.',
  attention: 'It exists, but something about it is not as asked.',
  failed: 'Its last step failed; deploying again repeats that step.',
};

const GRAVITY: readonly UnitState[] = ['draft', 'ready', 'waiting', 'attention', 'running', 'failed'];

/**
 * The state of a whole made of parts (a service of units, a host of roles): the gravest of them, with a
 * running part outranking one that only wants attention. What is only planned does not hide what exists:
 * ready outranks draft. A whole without parts is a draft.
 */
export function combineStates(parts: readonly UnitState[]): UnitState {
  return (
    parts.reduce<UnitState | null>(
      (worst, part) => (worst === null || GRAVITY.indexOf(part) > GRAVITY.indexOf(worst) ? part : worst),
      null,
    ) ?? 'draft'
  );
}
