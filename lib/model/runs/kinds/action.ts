import { ActionInputSchema } from '../action';
import type { RunKindDefinition } from './run-kind';

/** Calls a public method of one object of the environment. */
export const action: RunKindDefinition = {
  noun: 'Action',
  again: 'start it again',
  makesVersion: 'whenChanged',
  whenHeld: 'refuse',
  needsAwake: true,
  operation: ({ input }) => {
    const { objectId, method, arguments: given } = ActionInputSchema.parse(input);
    return { kind: 'action', objectId, method, arguments: given };
  },
  failsWithEffects: false,
};
