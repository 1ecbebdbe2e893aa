import { type DictValue, dictEntries, dictGet, equals, isDict, YaqlDict } from '@/lib/conductor/yaql';
import { DslError } from '../errors';
import { isPlaceholder } from '../model/placeholder';
import type { Template } from '../syntax/declarations';
import type { ContractScope, Transform } from './scope';
import { inPart, shown, violation } from './violation';

type Compile = (template: Template) => Transform;

/**
 * `[c]`, `[c1, c2]`, `[c, 2]`, `[c, 1, 5]`: a list whose items meet the contracts, the last of them all that
 * follow; whole numbers at the end are the least and the most items. A single value is a list of one, null one
 * of none.
 */
export function transformList(items: readonly Template[], compile: Compile): Transform {
  const { contracts, least, most } = readList(items);
  const parts = contracts.map(compile);
  return (given, scope) => {
    if (isPlaceholder(given)) return given;
    const values = given === null ? [] : Array.isArray(given) ? given : [given];
    if (values.length < least) throw violation(`Array length ${values.length} must not be less than ${least}`);
    if (values.length > most) throw violation(`Array length ${values.length} must not be greater than ${most}`);
    if (parts.length === 0) return values;
    return values.map((value, at) => {
      const part = parts[Math.min(at, parts.length - 1)] as Transform;
      return inPart(String(at), () => part(value, scope));
    });
  };
}

function readList(items: readonly Template[]): { contracts: readonly Template[]; least: number; most: number } {
  const numbers: number[] = [];
  let end = items.length;
  for (let last = items[end - 1]; last && end > 0 && numbers.length < 2; last = items[end - 1]) {
    if (last.kind !== 'constant' || typeof last.value !== 'number') break;
    numbers.unshift(last.value);
    end--;
  }
  const [least = 0, most = Number.POSITIVE_INFINITY] = numbers;
  return { contracts: items.slice(0, end), least, most };
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
  if (open.length > 1) {
    throw new DslError('DslContractSyntaxError', 'Dictionary contract cannot have more than one expression key');
  }
  const named = known.map(({ key, value }) => ({
    key: key.kind === 'constant' ? key.value : null,
    transform: compile(value),
  }));
  const rest = open.map(({ key, value }) => ({ key: compile(key), value: compile(value) }))[0];
  return (given, scope) => {
    if (isPlaceholder(given)) return given;
    const dict = given === null ? {} : given;
    if (!isDict(dict)) throw violation(`Value ${shown(given)} is not of a dictionary type`);
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
