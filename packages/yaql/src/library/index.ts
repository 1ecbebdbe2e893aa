import { Context, type FunctionDefinition } from '../engine/context';

import { FunctionLayer } from '../engine/layer';
import { BOOLEAN } from './boolean';
import { BRANCHING, SWITCH } from './branching';
import { COMMON } from './common';
import { DATE_TIME } from './date-time';
import { DICT_ATTRIBUTE, DICTS } from './dicts';
import { FOLDING } from './folding';
import { FORMAT } from './format';
import { GENERATING, RANGE } from './generating';
import { GROUPING } from './grouping';
import { JOINING } from './joining';
import { LEGACY, LEGACY_BOTH_WAYS, LEGACY_EXCLUSIVE, LEGACY_TUPLES } from './legacy';
import { LISTS, TO_LIST } from './lists';
import { MATH } from './math';
import { MERGING } from './merging';
import { ORDERING } from './ordering';
import { QUERIES } from './queries';
import { REGEX } from './regex';
import { SETS } from './sets';
import { SLICES } from './slices';
import { STRINGS } from './strings';
import { COLLECTION_ATTRIBUTION, DELEGATES, FALLBACKS, SYSTEM } from './system';

/** Which library a context gets. */
export interface LibraryOptions {
  /** the 0.2 library over the standard one (MuranoPL runtimes 1.0 and 1.1) */
  readonly legacy?: boolean;
  /** `lambda()` and calls of values */
  readonly delegates?: boolean;
  /** a dict counts as the list of its keys (`yaql.iterableDicts`) */
  readonly iterableDicts?: boolean;
  /** leave sets out */
  readonly noSets?: boolean;
  /** leave `format` out, as yaql 3 does */
  readonly noFormat?: boolean;
}

/**
 * Makes the context that all others of an engine descend from: the standard library, and the legacy one over
 * it where asked for. It costs a millisecond or two; make it once.
 */
export function createLibrary(options: LibraryOptions = {}): Context {
  const root = new Context(undefined, undefined, new FunctionLayer(undefined, true, options.iterableDicts ?? false));
  for (const definition of FALLBACKS) root.register(definition);
  const standard = new Context(root, undefined, new FunctionLayer(root.layer, true));
  for (const definition of standardFunctions(options)) standard.register(definition);
  return options.legacy ? legacyOver(standard) : standard;
}

function standardFunctions(options: LibraryOptions): readonly FunctionDefinition[] {
  return [
    ...SYSTEM,
    ...(options.delegates ? DELEGATES : []),
    ...COMMON,
    ...BOOLEAN,
    ...STRINGS,
    ...(options.noFormat ? [] : FORMAT),
    ...MATH,
    ...LISTS,
    TO_LIST,
    ...DICTS,
    DICT_ATTRIBUTE,
    ...(options.noSets ? [] : SETS),
    ...QUERIES,
    ...JOINING,
    ...FOLDING,
    COLLECTION_ATTRIBUTION,
    ...SLICES,
    ...ORDERING,
    ...GROUPING,
    ...GENERATING,
    ...RANGE,
    ...MERGING,
    ...REGEX,
    ...BRANCHING,
    SWITCH,
    ...DATE_TIME,
  ];
}

function legacyOver(standard: Context): Context {
  const legacy = standard.child();
  for (const definition of [...LEGACY, ...LEGACY_TUPLES]) legacy.register(definition);
  for (const definition of LEGACY_EXCLUSIVE) legacy.register(definition, true);
  for (const name of LEGACY_BOTH_WAYS) {
    const found = [standard.layer.find(name, false), standard.layer.find(name, true)].flatMap(({ levels }) =>
      levels.flat(),
    );
    for (const definition of new Set(found)) {
      if (definition.isFunction && definition.isMethod) continue;
      legacy.register({ ...definition, isFunction: true, isMethod: true });
    }
  }
  return legacy;
}
