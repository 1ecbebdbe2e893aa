import { contains, filter, listConcat, mapMerge, mapReplace, repeat, yaql } from './collection-functions';
import { getAttr, getFile, getParam, getResource } from './reference-functions';
import { badArguments, type FunctionDefinition, unresolvable } from './scope';
import { digest, listJoin, makeUrl, strReplace, strSplit } from './text-functions';
import type { VersionDay } from './versions';

/** Which of two values is meant is settled before anything is evaluated (`active.ts`). */
const choice: FunctionDefinition = {
  references: () => [],
  check: (argument) =>
    Array.isArray(argument) && argument.length === 3
      ? []
      : [badArguments('if takes a condition, a value and a value for when it does not hold.')],
  evaluate: () => {
    throw unresolvable('The conditions of this template have not been settled.');
  },
};

/** Every intrinsic function of HOT that stacks of ours know, with the version that it came with. */
export const FUNCTIONS: ReadonlyMap<string, FunctionDefinition & { since: VersionDay }> = new Map(
  Object.entries({
    '2013-05-23': {
      get_param: getParam,
      get_resource: getResource,
      get_attr: getAttr,
      get_file: getFile,
      str_replace: strReplace('str_replace'),
      list_join: listJoin,
    },
    '2015-04-30': { repeat, digest },
    '2015-10-15': { str_split: strSplit },
    '2016-04-08': { map_merge: mapMerge },
    '2016-10-14': { if: choice, map_replace: mapReplace, yaql },
    '2017-02-24': { filter, str_replace_strict: strReplace('str_replace_strict', 'always') },
    '2017-09-01': {
      contains,
      list_concat: listConcat(false),
      list_concat_unique: listConcat(true),
      make_url: makeUrl,
      str_replace_vstrict: strReplace('str_replace_vstrict', 'filled'),
    },
  } satisfies Partial<Record<VersionDay, Record<string, FunctionDefinition>>>).flatMap(([since, functions]) =>
    Object.entries(functions).map(
      ([name, definition]) => [name, { ...definition, since: since as VersionDay }] as const,
    ),
  ),
);

/** Functions of Heat that need what no cloud of ours has: nested stacks, and templates in the words of CloudFormation. */
export const UNSUPPORTED_FUNCTIONS = ['resource_facade', 'Ref'];
