/**
 * MuranoPL: reading packages, running their programs, writing object models. Pure: no clock, network, database or
 * process; what a program wants of the world it yields as requests, and whoever drives the run answers. See
 * docs/muranopl.md.
 *
 * A `PackageRegistry` of packages and the native sides of classes make a `MuranoEngine`, which any number of runs
 * share. A `Session` is one run; a `Program` loads a model into it, calls methods and writes the model back. Each of
 * these is a generator: `drive` or `runNow` bring it to its end.
 */
export { type CheckContext, checkPackage } from './check/check-package';
export { describeProblem, type Problem } from './diagnostics';
export { DslError, errorName, isDslError } from './errors';
export { type ModelDocument, writeResult } from './model/document';
export { LANGUAGE_NATIVES } from './natives/index';
export type { LogLevel, LogSink } from './natives/logger';
export { MuranoObject, ObjectView, objectOf } from './objects/murano-object';
export { TypeReference } from './objects/type-reference';
export { MuranoPackage } from './packages/murano-package';
export { PackageRegistry, withInPlace } from './packages/package-registry';
export { MANIFEST, type PackageFiles, readPackage } from './packages/read-package';
export { parseVersion, VersionSpec } from './packages/versions';
export { VersionInfo } from './reflection/package-info';
export { TypeInfo } from './reflection/type-info';
export { drive, type Perform, runNow } from './run/drive';
export { type EngineOptions, hostFunction, MuranoEngine } from './run/engine';
export { settleInside } from './run/fibers';
export { DEFAULT_RUN_LIMITS, type RunLimits } from './run/limits';
export { type OutsideCall, Program } from './run/program';
export { type Answered, GiveWay, type Request, Sleep, WaitAny } from './run/requests';
export { Session, type SessionOptions } from './run/session';
export { isThrown, MuranoPlException, messageOf, namesOf, writeError } from './run/thrown';
export { generateSchema } from './schema/index';
export { nearest } from './syntax/fields';
export type { MuranoMethod, MuranoType } from './types/murano-type';
export type { NativeArgument, NativeCall, NativeClass, NativeMethod } from './types/native';
export type { Waiting } from './types/waiting';
