import { type DictValue, dictEntries, dictGet, equals, isDict, YaqlDict } from '@vetro/yaql';
import { DslError } from '../errors';
import type { Template } from '../source/value';
import { isPlaceholder } from './placeholder';
import type { ContractScope, Transform } from './scope';
import { inPart, shown, violation } from './violation';

type Compile = (template: Template) => Transform;

/**
 * `[c]`, `[c1, c2]`, `[c, 2]`, `[c, 1, 5]`: a list whose items meet the contracts, the last of them all that
 * follow; whole numbers at the end are the least and the most items. A single value is a list of one, null one
 * of none. An item for which numbers leave no contract is an IndexError.
 */
export function transformList(items: readonly Template[], compile: Compile): Transform {
  const { contracts, least, most } = readList(items);
  const parts = contracts.map(compile);
  return (given, scope) => {
    if (isPlaceholder(given)) return given;
    const values = given === null ? [] : Array.isArray(given) ? given : [given];
    const { length } = values;
    if (length > most) throw violation(`Array length ${length} is not within [${least}..${most}] range`);
    if (length < least) {
      const bound =
        most === Number.POSITIVE_INFINITY
          ? `must not be less than ${least}`
          : `is not within [${least}..${most}] range`;
      throw violation(`Array length ${length} ${bound}`);
    }
    scope.frame.execution.runtime.spend(values.length);
    if (items.length === 0) return values;
    return values.map((value, at) => {
      const part = parts[Math.min(at, parts.length - 1)];
      if (!part)
        throw new DslError('IndexError', 'The contract of the list has a length, but no contract for its items.');
      return inPart(String(at), () => part(value, scope));
    });
  };
}

/**
 * The last number is the least length; with a number before it that one is the least, and the last the most.
 * A number before a last contract is a least length too, which goes with a most of nothing: no list meets that.
 */
function readList(items: readonly Template[]): { contracts: readonly Template[]; least: number; most: number } {
  const last = lengthOf(items.at(-1));
  const before = lengthOf(items.at(-2));
  const numbers = (last === undefined ? 0 : 1) + (before === undefined ? 0 : 1);
  const contracts = items.slice(0, items.length - numbers);
  if (before === undefined) return { contracts, least: last ?? 0, most: Number.POSITIVE_INFINITY };
  return { contracts, least: before, most: last ?? 0 };
}

function lengthOf(item: Template | undefined): number | undefined {
  if (item?.kind !== 'constant') return undefined;
  return typeof item.value === 'boolean' || Number.isInteger(item.value) ? Number(item.value) : undefined;
}

interface Entry {
  readonly key: Template;
  readonly value: Template;
}

/**
 * `{}` any dict; `{k: c}` a dict whose known keys meet their contracts, a missing one as null; one key that is
 * an expression takes all others, and converts the keys as well. What no key takes is dropped. Null is an empty
 * dict. Throws DslContractSyntaxError for two keys that are expressions.
 */
export function transformDict(entries: readonly Entry[], compile: Compile): Transform {
  const known = entries.filter(({ key }) => key.kind !== 'expression');
  const open = entries.filter(({ key }) => key.kind === 'expression');
  const named = known.map(({ key, value }) => ({
    key: key.kind === 'constant' ? key.value : null,
    transform: compile(value),
  }));
  const rest = open.map(({ key, value }) => ({ key: compile(key), value: compile(value) }))[0];
  return (given, scope) => {
    if (isPlaceholder(given)) return given;
    const dict = given === null ? {} : given;
    if (!isDict(dict)) throw violation(`Value ${shown(given)} is not of a dictionary type`);
    if (open.length > 1) {
      throw new DslError('DslContractSyntaxError', 'Dictionary contract cannot have more than one expression key');
    }
    return entries.length === 0 ? dict : convert(dict, named, rest, scope);
  };
}

function convert(
  dict: DictValue,
  named: readonly { key: unknown; transform: Transform }[],
  rest: { key: Transform; value: Transform } | undefined,
  scope: ContractScope,
): YaqlDict {
  const result = new YaqlDict();
  scope.frame.execution.runtime.spend(named.length + (rest ? dictEntries(dict).length : 0));
  for (const { key, transform } of named) {
    const value = dictGet(dict, key);
    result.set(
      key,
      inPart(shown(key), () => transform(value === undefined ? null : value, scope)),
    );
  }
  if (!rest) return result;
  for (const [key, value] of dictEntries(dict)) {
    if (named.some((entry) => equals(entry.key, key))) continue;
    const newKey = inPart(shown(key), () => rest.key(key, scope));
    result.set(
      newKey,
      inPart(shown(key), () => rest.value(value, scope)),
    );
  }
  return result;
}
