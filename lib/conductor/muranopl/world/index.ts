/**
 * MuranoPL meets the world: the core library's native classes ask for effects, and a driver answers them. Still pure:
 * the effects are handed in. See docs/muranopl-library.md.
 */

export { ApplicationForms } from './application-forms';
export { checkFiles, checkObjects } from './check-objects';
export { type PackageConfiguration, packageConfiguration } from './class-configuration';
export { callStatic, classSchemas, type StaticCall, type StaticOutcome } from './class-questions';
export { clockAt, deterministicFrom } from './deterministic';
export { documentClasses, hierarchyOf } from './document-classes';
export { drive, type World } from './drive';
export { engineOf, type ObjectsEngine } from './engine';
export { loadedObjects } from './loaded-objects';
export { buildPlan } from './natives/execution-plan';
export { WORLD_NATIVES } from './natives/index';
export { openPackage, openPackages } from './open-packages';
export { pinTypes } from './pin-types';
export { RecordedWorld } from './recorded-world';
export { runObjects } from './run-objects';
