import { type Context, define, END, type FunctionDefinition, walk } from '@vetro/yaql';
import { MOCK_FUNCTIONS } from './mocking';
import { LEGACY_METHODS, LEGACY_OBJECT_FUNCTIONS, OBJECT_FUNCTIONS } from './objects';
import { PARALLEL_FUNCTIONS } from './parallel';
import { TEMPLATE_FUNCTIONS } from './templates';
import { MODERN_TYPE_FUNCTIONS, OLD_TYPE_FUNCTIONS, TYPE_FUNCTIONS } from './types';
import { WORLD_FUNCTIONS } from './world';

/**
 * The functions of MuranoPL for a version of the runtime: in 1.0 and 1.1 some are methods as well, and up to
 * 1.3 `type()` of an object is a text.
 */
export function functionsFor(runtimeVersion: string, mocking: boolean): readonly FunctionDefinition[] {
  const minor = Number(runtimeVersion.split('.')[1] ?? 0);
  const common = [
    ...OBJECT_FUNCTIONS,
    ...TYPE_FUNCTIONS,
    ...(minor >= 4 ? MODERN_TYPE_FUNCTIONS : OLD_TYPE_FUNCTIONS),
    ...TEMPLATE_FUNCTIONS,
    ...PARALLEL_FUNCTIONS,
    ...WORLD_FUNCTIONS,
    ...(mocking ? MOCK_FUNCTIONS : []),
  ];
  return minor < 2 ? [...common.map(bothWays), ...LEGACY_METHODS] : common;
}

const METHODS_TOO = new Set(LEGACY_OBJECT_FUNCTIONS);

function bothWays(definition: FunctionDefinition): FunctionDefinition {
  return METHODS_TOO.has(definition.name) ? { ...definition, isFunction: true, isMethod: true } : definition;
}

/** Methods of YAQL that the runtimes 1.0 and 1.1 have as functions too. */
const FUNCTIONS_TOO = [
  ...['toLower', 'toUpper', 'trim', 'join', 'split', 'startsWith', 'endsWith', 'matches', 'replace', 'flatten'],
  ...['get', 'select', 'where', 'sum', 'takeWhile'],
];

const LEGACY_NAMES: readonly FunctionDefinition[] = [
  define(
    'firstOrDefault',
    'both',
    'collection:iterable, default:any=null',
    (_context, items: unknown, standard: unknown) => {
      const item = walk(items)();
      return item === END ? standard : item;
    },
  ),
  define(
    'substr',
    'both',
    'string:text, start:int, length:int=-1',
    (_context, text: string, start: number, length: number) => {
      const characters = Array.from(text);
      return characters.slice(start, length < 0 ? undefined : start + length).join('');
    },
  ),
];

/** What the runtimes 1.0 and 1.1 have beside the legacy library: methods as functions. */
export function legacyFunctions(library: Context): readonly FunctionDefinition[] {
  const both = FUNCTIONS_TOO.flatMap((name) =>
    library.layer
      .find(name, true)
      .levels.flat()
      .filter((definition) => !definition.isFunction)
      .map((definition) => ({ ...definition, isFunction: true, isMethod: false })),
  );
  return [...both, ...LEGACY_NAMES];
}
