/** What a stack does to its resources, as configs name it. A config may name others: nothing triggers them by itself. */
export const LIFECYCLE_ACTIONS = ['CREATE', 'UPDATE', 'DELETE', 'SUSPEND', 'RESUME'] as const;

/** The actions of a config or deployment that names none. */
export const DEFAULT_ACTIONS: readonly string[] = ['CREATE', 'UPDATE'];

/** How a machine reports what a config came to. */
export const SIGNAL_TRANSPORTS = ['CFN_SIGNAL', 'TEMP_URL_SIGNAL', 'HEAT_SIGNAL', 'NO_SIGNAL', 'ZAQAR_SIGNAL'] as const;
export type SignalTransport = (typeof SIGNAL_TRANSPORTS)[number];
