/** Entries that one list or map of a program may have unless an operator says otherwise: as many as Murano's. */
export const DEFAULT_MAX_ITEMS = 2_000;
