import type { RunKindDefinition } from './run-kind';

/** Makes the document that was asked for true; one for a single machine leaves the others as they are. */
export const deploy: RunKindDefinition = {
  noun: 'Deployment',
  again: 'deploy again',
  makesVersion: 'always',
  whenHeld: 'refuse',
  needsAwake: true,
  operation: ({ target }) =>
    target.entity === 'unit' ? { kind: 'deploy', only: [target.unitId] } : { kind: 'deploy' },
  failsWithEffects: false,
};
