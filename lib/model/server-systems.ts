/** The operating systems that servers of a pool may have. */
export const SERVER_SYSTEMS = ['windows', 'linux'] as const;
export type ServerSystem = (typeof SERVER_SYSTEMS)[number];

/** Those whose agent has no other account for plans than the system's: pools allow it there at first. */
export const SYSTEM_ACCOUNT_ONLY: readonly ServerSystem[] = ['windows'];
