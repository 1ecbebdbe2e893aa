/**
 * MuranoPL: reading packages, running their programs, writing object models. Pure: no clock, network, database or
 * process; what a program wants of the world it yields as requests, and whoever drives the run answers. See
 * docs/muranopl.md.
 *
 * A `PackageRegistry` of packages and the native sides of classes make a `MuranoEngine`, which any number of runs
 * share. A `ProgramExecution` is one run; a `Program` loads a model into it, calls methods and writes the model back. Each of
 * these is a generator: `drive` or `runNow` bring it to its end.
 */
export { type CheckContext, checkPackage } from './check/check-package';
export { describeProblem, type Problem } from './diagnostics';
export { drive, type Perform, runNow } from './engine/drive';
export { type EngineOptions, hostFunction, MuranoEngine } from './engine/engine';
export { type ExternalCall, Program } from './engine/program';
export { type ExecutionOptions, ProgramExecution } from './engine/program-execution';
export { DslError, errorName, isDslError } from './errors';
export { settleInside } from './execution/fibers';
export { DEFAULT_EXECUTION_LIMITS, type ExecutionLimits } from './execution/limits';
export { type Answered, type Request, Sleep, WaitAny, Yield } from './execution/requests';
export { isThrown, MuranoPlException, messageOf, namesOf, writeError } from './execution/thrown';
export { LANGUAGE_NATIVES } from './natives/index';
export type { LogLevel, LogSink } from './natives/logger';
export { MuranoObject, ObjectView, objectOf } from './objects/murano-object';
export { TypeReference } from './objects/type-reference';
export { VersionInfo } from './objects/version-info';
export { formatOf } from './packages/main-class';
export { MuranoPackage } from './packages/murano-package';
export { PackageRegistry, withInPlace } from './packages/package-registry';
export { MANIFEST, type PackageFiles, readPackage } from './packages/read-package';
export { TypeInfo } from './reflection/type-info';
export { generateSchema } from './schema/index';
export { type ModelDocument, writeResult } from './serialization/document';
export { nearest } from './syntax/fields';
export type { MuranoMethod, MuranoType } from './types/murano-type';
export type { NativeArgument, NativeCall, NativeClass, NativeMethod } from './types/native';
export { parseVersion, VersionSpec } from './types/versions';
export type { Waiting } from './types/waiting';
export { type Vocabulary, vocabulary } from './vocabulary';
