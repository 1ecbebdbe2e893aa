/**
 * Environments by what they want of a person: something happens in them now (running); they failed or
 * were stopped, hold a draft of that person or are empty, so that somebody has to go on (waiting); all others (quiet).
 */
export const ENVIRONMENT_GROUPS = ['running', 'waiting', 'quiet'] as const;
export type EnvironmentGroup = (typeof ENVIRONMENT_GROUPS)[number];
