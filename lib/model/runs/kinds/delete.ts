import type { RunKindDefinition } from './run-kind';

/** Takes everything down: programs run without services, then the environment's stack goes. */
export const deletion: RunKindDefinition = {
  noun: 'Deletion',
  again: 'delete it again',
  makesVersion: 'always',
  whenHeld: 'takeOver',
  overtakes: true,
  model: (asked) => ({ ...asked, services: [] }),
  operation: () => ({ kind: 'deploy' }),
  deletesStack: true,
  failsWithEffects: true,
};
