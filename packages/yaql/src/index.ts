/**
 * YAQL: reading, checking, printing and running expressions. Pure: no clock, network, database or process;
 * what an evaluation may use is counted and limited. See README.md.
 */
export { callFunction, callMethod } from './engine/call';
export { Context, type FunctionDefinition, type Payload } from './engine/context';
export { collect, isIterable, limited, walk } from './engine/convert-argument';
export { fromPlain, toPlain } from './engine/convert-data';
export { type EngineOptions, Expression, YaqlEngine } from './engine/engine';
export { type CallStyle, define } from './engine/functions';
export { HostObject } from './engine/host-object';
export { Journal, Suspension } from './engine/journal';
export { type Code, Lambda } from './engine/lambda';
export { DEFAULT_LIMITS, type Limits } from './engine/limits';
export { type Clock, Runtime } from './engine/runtime';
export { hostType, nullable, type ParameterType, TYPES } from './engine/types';
export { isYaqlError, YAQL_ERROR_KINDS, YaqlError, type YaqlErrorKind } from './errors';
export { evaluateOnData } from './evaluate-on-data';
export { createLibrary, type LibraryOptions } from './library/index';
export { Float, formatFloat } from './primitives/float';
export { KIND } from './primitives/kinds';
export type * from './syntax/ast';
export { MURANOPL_OPERATORS, STANDARD_OPERATORS } from './syntax/operators';
export { YaqlDateTime } from './time/datetime';
export { parseDate } from './time/parse-date';
export { YaqlTimespan } from './time/timespan';
export {
  copyDict,
  type DictValue,
  dictEntries,
  dictGet,
  dictHas,
  dictKeys,
  isDict,
  withEntry,
  YaqlDict,
} from './values/dict';
export { equals } from './values/equality';
export { END, pullArray, YaqlIterator } from './values/iterator';
export { sequenceItems, YaqlList } from './values/list';
export { parseFloatText, parseIntText } from './values/parse-number';
export { YaqlSet } from './values/set';
export { repr, toPythonText, toText } from './values/text';
export { isTrue } from './values/truth';
export { typeName } from './values/type-name';
