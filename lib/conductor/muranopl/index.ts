/**
 * MuranoPL: reading packages, running their programs, writing object models. Pure: no clock, network, database or
 * process; what a program wants of the world it yields as requests, and whoever drives the run answers. See
 * docs/muranopl.md.
 *
 * A `PackageRegistry` of packages and the native sides of classes make a `MuranoEngine`, which any number of runs
 * share. A `ProgramExecution` is one run; a `Program` loads a model into it, calls methods and writes the model back. Each of
 * these is a generator: `drive` or `runNow` bring it to its end.
 */
export { classesNamedBy } from './check/check-package';
export { describeProblem, type Problem } from './diagnostics';
export { runNow } from './engine/drive';
export { MuranoEngine } from './engine/engine';
export { Program } from './engine/program';
export { ProgramExecution } from './engine/program-execution';
export { DslError, errorName, isDslError } from './errors';
export { Yield } from './execution/requests';
export { isThrown, MuranoPlException, messageOf, namesOf, writeError } from './execution/thrown';
export { LANGUAGE_NATIVES } from './natives/index';
export type { LogSink } from './natives/logger';
export { MuranoObject, ObjectView } from './objects/murano-object';
export { TypeReference } from './objects/type-reference';
export { VersionInfo } from './objects/version-info';
export { formatOf } from './packages/main-class';
export { MuranoPackage } from './packages/murano-package';
export { PackageRegistry, withInPlace } from './packages/package-registry';
export { MANIFEST, readPackage } from './packages/read-package';
export { TypeInfo } from './reflection/type-info';
export { schemasOfType } from './schema/index';
export { writeResult } from './serialization/document';
export { nearest } from './syntax/fields';
export type { MuranoMethod, MuranoType } from './types/murano-type';
export type { NativeClass } from './types/native';
export { parseVersion, VersionSpec } from './types/versions';
