import type { RunKindRunner } from './run-kind';

/** Takes everything down: programs run without services, then the environment's stack goes. */
export const deletion: RunKindRunner = {
  model: ({ model }) => ({ ...model, services: [] }),
  operation: () => ({ kind: 'deploy' }),
  afterPrograms: async (effects, { stackDeleted }) => {
    if (!stackDeleted) await effects.deleteStack();
  },
  failsWithEffects: true,
};
