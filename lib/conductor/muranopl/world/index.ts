/**
 * MuranoPL meets the world: the core library's native classes ask for effects, and a driver answers them. Still pure:
 * the effects are handed in. See docs/muranopl-library.md.
 */

export { ApplicationForms } from './application-forms';
export { clockAt, deterministicFrom } from './deterministic';
export { drive, performer, type World } from './drive';
export { engineOf } from './engine';
export { buildPlan } from './natives/execution-plan';
export { WORLD_NATIVES } from './natives/index';
export { openPackage, openPackages } from './open-packages';
export { pinTypes } from './pin-types';
export { RecordedWorld } from './recorded-world';
export { runObjects } from './run-objects';
