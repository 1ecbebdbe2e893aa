import type { FunctionDefinition } from '../engine/context';
import { define } from '../engine/functions';
import { YaqlError } from '../errors';
import { toAscii } from '../primitives/quote';
import { type DictValue, dictGet, isDict } from '../values/dict';
import { sequenceItems } from '../values/list';
import { repr, toPythonText } from '../values/text';
import { typeName } from '../values/type-name';
import { formatValue } from './format-spec';

/**
 * `format`: Python's str.format with positions, names and format specs. Attributes (`{0.x}`) are refused:
 * with them a text could reach into the engine, which is why yaql 3 took the function out.
 */
export const FORMAT: readonly FunctionDefinition[] = [
  define(
    'format',
    'both',
    '_FormatString:text, *args:any, **kwargs:any',
    (context, template: string, named: ReadonlyMap<string, unknown>, ...args: unknown[]) => {
      const text = new Formatter(args, named, (length) => context.runtime?.memory(length)).format(template, 2);
      return text;
    },
  ),
];

class Formatter {
  private automatic = 0;
  private manual = false;

  constructor(
    private readonly args: readonly unknown[],
    private readonly named: ReadonlyMap<string, unknown>,
    private readonly measure: (length: number) => void,
  ) {}

  format(template: string, depth: number): string {
    if (depth < 0) throw new YaqlError('ValueError', 'The fields of a format are nested too deep.');
    let result = '';
    let at = 0;
    while (at < template.length) {
      const character = template.charAt(at);
      if (character === '{' && template.charAt(at + 1) !== '{') {
        const end = closing(template, at);
        result += this.field(template.slice(at + 1, end), depth);
        at = end + 1;
      } else if (character === '{' || character === '}') {
        if (template.charAt(at + 1) !== character)
          throw new YaqlError('ValueError', `A single ${character} stands in the format; write it twice.`);
        result += character;
        at += 2;
      } else {
        result += character;
        at++;
      }
      this.measure(result.length);
    }
    return result;
  }

  private field(text: string, depth: number): string {
    const { name, conversion, spec } = splitField(text);
    const value = this.value(name);
    const filled = this.format(spec, depth - 1);
    if (conversion === undefined) return formatValue(value, filled, this.measure);
    if (conversion === 's') return formatValue(toPythonText(value), filled, this.measure);
    if (conversion === 'r') return formatValue(repr(value), filled, this.measure);
    if (conversion === 'a') return formatValue(toAscii(repr(value)), filled, this.measure);
    throw new YaqlError('ValueError', `There is no conversion !${conversion} in a format.`);
  }

  private value(name: string): unknown {
    const match = /^([^.[]*)((?:\[[^\]]*\])*)(.*)$/s.exec(name);
    const [, first = '', items = '', rest = ''] = match ?? [];
    let value = this.argument(first);
    if (rest.startsWith('.')) {
      throw new YaqlError('AttributeError', `'{${name}}': a format cannot read attributes; pass the value itself.`);
    }
    if (rest !== '') throw new YaqlError('ValueError', `The field {${name}} of the format cannot be read.`);
    for (const [, key = ''] of items.matchAll(/\[([^\]]*)\]/g)) {
      if (key === '') throw new YaqlError('ValueError', `The field {${name}} of the format has an empty key.`);
      value = item(value, key);
    }
    return value;
  }

  private argument(name: string): unknown {
    if (name === '' || /^\d+$/.test(name)) {
      const automatic = name === '';
      if (automatic ? this.manual : this.automatic > 0) {
        throw new YaqlError('ValueError', 'A format either numbers all its fields or none.');
      }
      if (!automatic) this.manual = true;
      const index = automatic ? this.automatic++ : Number(name);
      if (index >= this.args.length) {
        throw new YaqlError(
          'IndexError',
          `The format has a field ${index}, but only ${this.args.length} values are given.`,
        );
      }
      return this.args[index];
    }
    const value = this.named.get(name);
    if (value === undefined) throw new YaqlError('KeyError', `The format has a field '${name}', which is not given.`);
    return value;
  }
}

function item(value: unknown, key: string): unknown {
  if (isDict(value)) {
    const found = dictGet(value as DictValue, /^\d+$/.test(key) ? Number(key) : key);
    if (found === undefined) throw new YaqlError('KeyError', `A format reads the key '${key}', which is not there.`);
    return found;
  }
  const items = typeof value === 'string' ? Array.from(value) : sequenceItems(value);
  if (!items || !/^\d+$/.test(key)) {
    throw new YaqlError('TypeError', `A format cannot read [${key}] of a value of type ${typeName(value)}.`);
  }
  const found = items[Number(key)];
  if (found === undefined)
    throw new YaqlError('IndexError', `A format reads item ${key}, but there are ${items.length}.`);
  return found;
}

/** The brace that ends the field which begins at `start`. */
function closing(template: string, start: number): number {
  let depth = 0;
  let inKey = false;
  for (let at = start; at < template.length; at++) {
    const character = template.charAt(at);
    if (inKey) inKey = character !== ']';
    else if (character === '[' && depth === 1) inKey = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at;
  }
  throw new YaqlError('ValueError', 'A field of the format has no closing brace.');
}

function splitField(text: string): { name: string; conversion: string | undefined; spec: string } {
  const match = /^((?:[^![:{}]|\[[^\]]*\])*)(?:!([^:]?))?(?::(.*))?$/s.exec(text);
  if (!match) throw new YaqlError('ValueError', `The field {${text}} of the format cannot be read.`);
  return { name: match[1] ?? '', conversion: match[2], spec: match[3] ?? '' };
}
