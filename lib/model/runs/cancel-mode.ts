/**
 * Ways of asking a run to end, the gentlest first:
 * - `cancel`: nothing new begins; of workflows what is under way comes to its end and is recorded
 * - `force`: nothing is waited for any more
 * - `kill`: the run is over at once, whatever its program does; what it does then is lost
 */
export const CANCEL_MODES = ['cancel', 'force', 'kill'] as const;
export type CancelMode = (typeof CANCEL_MODES)[number];

/** The way that counts when a run was asked in one and is asked in another: a gentler one takes nothing back. */
export function strongerMode(before: CancelMode | null, asked: CancelMode): CancelMode {
  if (before === null) return asked;
  return CANCEL_MODES.indexOf(asked) > CANCEL_MODES.indexOf(before) ? asked : before;
}

/** For how long a cancel is waited for before a stronger way is offered, in milliseconds. */
export const CANCEL_PATIENCE_MS = 15_000;
