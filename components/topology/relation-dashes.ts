/** Line styles, so that the kind is told by more than colour: solid is connected, dashed planned, dotted depends. */
export const RELATION_DASHES = { established: undefined, running: '8 6', planned: '7 6', depends: '1.5 6' } as const;
