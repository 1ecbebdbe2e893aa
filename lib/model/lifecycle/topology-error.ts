/** One thing that is wrong with a topology: where, and a sentence. */
export interface TopologyProblem {
  path: string;
  message: string;
}

const BRAND = Symbol.for('vetro.topology.error');

/** A topology that cannot be deployed: everything that is wrong with it. */
export class TopologyError extends Error {
  readonly [BRAND] = true;

  constructor(readonly problems: readonly TopologyProblem[]) {
    super(problems.map(({ message }) => message).join(' '));
    this.name = 'TopologyError';
  }
}

/** Tells an error of a topology from any other, across copies of this module. */
export function isTopologyError(error: unknown): error is TopologyError {
  return typeof error === 'object' && error !== null && BRAND in error;
}
