/** Line styles, so that the state is told by more than colour: solid is connected, dashed is still to come. */
export const RELATION_DASHES = { established: undefined, running: '8 6', planned: '7 6' } as const;
