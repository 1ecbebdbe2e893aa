import type { RunKindRunner } from './run-kind';

/** Makes the document that was asked for true. */
export const deploy: RunKindRunner = {
  operation: () => ({ kind: 'deploy' }),
  failsWithEffects: false,
};
