import {
  type Context,
  type DictValue,
  define,
  dictEntries,
  dictGet,
  type FunctionDefinition,
  isDict,
  sequenceItems,
  toPythonText,
  YaqlDict,
  YaqlError,
} from '@vetro/yaql';
import { freeze } from '../execution/freeze';
import { decodeBase64, encodeBase64 } from './base64';
import { applyPatch } from './json-patch';

/** Data with holes, and data changed by a list of changes; texts in base64. */
export const TEMPLATE_FUNCTIONS: readonly FunctionDefinition[] = [
  define('bind', 'both', 'obj:any, replacements:dict', (context, value: unknown, values: DictValue) =>
    fill(freeze(value, context), values, context),
  ),
  define('patch', 'both', 'obj:any, patch:any', (context, value: unknown, changes: unknown) => {
    const list = sequenceItems(changes) ?? [changes];
    return applyPatch(
      freeze(value, context),
      list.map((change) => freeze(change, context)),
    );
  }),
  define('base64encode', 'both', 'value:text', (_context, text: string) => encodeBase64(text)),
  define('base64decode', 'both', 'value:text', (_context, text: string) => decodeBase64(text)),
];

const PART = /\{(\w+)\}/g;

/** `"$name"` gives way to the value itself, but for null, `"$…{name}…"` to a text with its text; keys are filled as well. */
function fill(value: unknown, values: DictValue, context: Context): unknown {
  if (typeof value === 'string') return fillText(value, values);
  if (Array.isArray(value)) return value.map((item) => fill(item, values, context));
  if (!isDict(value)) return value;
  const filled = new YaqlDict();
  for (const [key, held] of dictEntries(value)) filled.set(fill(key, values, context), fill(held, values, context));
  return filled;
}

function fillText(text: string, values: DictValue): unknown {
  if (!text.startsWith('$')) return text;
  const rest = text.slice(1);
  if (rest.search(PART) >= 0) {
    return rest.replace(PART, (_all, part: string) => toPythonText(dictGet(values, part) ?? null));
  }
  const value = dictGet(values, rest);
  if (value === undefined) throw new YaqlError('KeyError', `There is no value for '${rest}'.`);
  return value ?? text;
}
