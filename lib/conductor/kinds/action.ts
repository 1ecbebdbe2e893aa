import { ActionInputSchema } from '@/lib/model/runs/action';
import type { RunKindRunner } from './run-kind';

/** Calls a public method of one object of the environment. */
export const action: RunKindRunner = {
  operation: ({ input }) => {
    const { objectId, method, arguments: given } = ActionInputSchema.parse(input);
    return { kind: 'action', objectId, method, arguments: given };
  },
  failsWithEffects: false,
};
