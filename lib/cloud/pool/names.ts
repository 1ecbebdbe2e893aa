/** The one network of the pool: whatever its servers are connected to already. */
export const NETWORK = 'private';
