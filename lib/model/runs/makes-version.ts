import type { EnvironmentModel } from '../environment';
import { type RunKind, runKind } from './kinds';
import { changesModel } from './model-changes';

/** Whether a run that has left a document makes a version of the environment, by the one that it began with. */
export function makesVersion(kind: RunKind, before: EnvironmentModel, after: EnvironmentModel): boolean {
  return runKind(kind).makesVersion === 'always' || changesModel(before, after);
}
