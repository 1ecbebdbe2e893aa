/**
 * The request of work that wants nothing but to let others have a turn. Its driver answers with anything. Unlike any
 * other request it is no choice: whoever passes requests on answers this one to the very work that made it, so that a
 * run goes the same way wherever it pauses.
 */
export const PAUSE = Object.freeze({ kind: 'pause' });
