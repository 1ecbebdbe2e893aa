/** What the rules of runs ask about a kind; how its runs are carried out is said in `lib/conductor/kinds`. */
interface RunKindRules {
  /** how the sentences of its log begin: "Deployment finished" */
  noun: string;
  /** what to do to go on with one that ended early */
  again: string;
  /** which of its runs make a version of the environment: all that end, or those that left another document */
  makesVersion: 'always' | 'whenChanged';
  /** what it does while another run holds the environment; see `queue.ts` */
  whenHeld: 'refuse' | 'takeOver';
}

/** The registry of kinds of runs: one line each. */
const KINDS = {
  deploy: { noun: 'Deployment', again: 'deploy again', makesVersion: 'always', whenHeld: 'refuse' },
  delete: { noun: 'Deletion', again: 'delete it again', makesVersion: 'always', whenHeld: 'takeOver' },
  action: { noun: 'Action', again: 'start it again', makesVersion: 'whenChanged', whenHeld: 'refuse' },
  start: { noun: 'Start', again: 'start again', makesVersion: 'whenChanged', whenHeld: 'refuse' },
  stop: { noun: 'Stop', again: 'stop again', makesVersion: 'whenChanged', whenHeld: 'refuse' },
  restart: { noun: 'Restart', again: 'restart again', makesVersion: 'whenChanged', whenHeld: 'refuse' },
  check_status: { noun: 'Check', again: 'check again', makesVersion: 'whenChanged', whenHeld: 'refuse' },
  heal: { noun: 'Repair', again: 'repair again', makesVersion: 'whenChanged', whenHeld: 'refuse' },
} as const satisfies Record<string, RunKindRules>;

export type RunKind = keyof typeof KINDS;
export const RUN_KINDS = Object.keys(KINDS) as [RunKind, ...RunKind[]];

/** What the rules of runs say about a kind. */
export function runKind(kind: RunKind): RunKindRules {
  return KINDS[kind];
}

/** The kind that a stored or sent word means; null for one that nobody knows. */
export function runKindOf(word: unknown): RunKind | null {
  return RUN_KINDS.find((kind) => kind === word) ?? null;
}
