import type { Conductor, ConductorOptions, ConductorPorts } from './conductor';
import { createConductorRuntime } from './runtime/conductor-runtime';

export {
  type Conductor,
  type ConductorLog,
  type ConductorOptions,
  type ConductorPorts,
  RUN_OVER_SIGNAL,
} from './conductor';
export type { PredictedPlan, PredictedStep, PredictedSuspension, Prediction, PreviewJob } from './preview/prediction';
export { createDbosJournal } from './runtime/dbos-journal';

/**
 * Makes the conductor of a process; `start` connects it. One at a time per process.
 *
 * @throws Error when `options.crashAt` is not a crash point
 */
export function createConductor(ports: ConductorPorts, options: ConductorOptions = {}): Conductor {
  return createConductorRuntime(ports, options);
}
