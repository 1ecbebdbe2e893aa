/** The one network of the pool: whatever its servers are connected to already. */
export const NETWORK = 'private';
/** The pool that servers go into unless another one is named; a migration made it. */
export const DEFAULT_POOL_ID = '00000000000000000000000000000001';
