import { editDistance } from '@vetro/nearest-name';
import type { Problems } from '../diagnostics';
import type { Place, Template } from '../source/value';
import { nameOfKind, written } from './written';

/** Whether nothing is written: the key stands alone. */
export function isNothing(template: Template | undefined): boolean {
  return template === undefined || (template.kind === 'constant' && template.value === null);
}

/** The items of a list; a value that is no list stands for a list of it, and nothing for none. */
export function listed(template: Template | undefined): readonly Template[] {
  if (template === undefined || isNothing(template)) return [];
  return template.kind === 'list' ? template.items : [template];
}

/**
 * The text of a template that must be a name. A name with a prefix (`std:Object`) reads as an expression; its
 * own text is meant. Undefined, with a problem, for everything else.
 */
export function nameOf(template: Template, what: string, problems: Problems): string | undefined {
  if (template.kind === 'expression') return template.expression.text;
  if (template.kind === 'constant' && typeof template.value === 'string' && template.value !== '')
    return template.value;
  const isValue = template.kind === 'constant' && template.value !== null && template.value !== '';
  problems.error('bad_name', `${what} must be a name, and this is ${nameOfKind(template)}.`, template.place, {
    text: written(template),
    hint: isValue ? 'YAML reads words such as yes, on and 12 as values; put the name into quotation marks.' : undefined,
  });
  return undefined;
}

/** One of a few words, or a default where nothing is written. Undefined, with a problem, for any other. */
export function wordOf<Word extends string>(
  template: Template | undefined,
  words: readonly Word[],
  otherwise: Word,
  what: string,
  problems: Problems,
): Word {
  if (template === undefined || isNothing(template)) return otherwise;
  const word = words.find((known) => template.kind === 'constant' && template.value === known);
  if (word !== undefined) return word;
  problems.error('bad_word', `${what} must be one of ${words.join(', ')}.`, template.place, {
    text: written(template),
    hint: nearest(written(template), words),
  });
  return otherwise;
}

/** Words of other lengths, and longer ones, are no slips of the fingers, in characters. */
const MAX_LENGTH_DIFFERENCE = 4;
const MAX_WORD_CHARACTERS = 80;

/** "Did you mean …?" for a word that is nearly one of those known. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: { name: string; distance: number } | undefined;
  for (const name of known) {
    const other = name.toLowerCase();
    if (Math.abs(wanted.length - other.length) > MAX_LENGTH_DIFFERENCE || wanted.length > MAX_WORD_CHARACTERS) continue;
    const distance = editDistance(wanted, other);
    if (
      distance <= Math.max(1, Math.floor(name.length / 4)) &&
      distance < (best?.distance ?? Number.POSITIVE_INFINITY)
    ) {
      best = { name, distance };
    }
  }
  return best && `Did you mean ${best.name}?`;
}

/** A mapping whose keys are names. */
export class Fields {
  private readonly values = new Map<string, { readonly key: Template; readonly value: Template }>();

  private constructor(readonly place: Place) {}

  /** Undefined, with a problem, for anything but a mapping; nothing written is a mapping without keys. */
  static of(template: Template, what: string, problems: Problems): Fields | undefined {
    const fields = new Fields(template.place);
    if (isNothing(template)) return fields;
    if (template.kind !== 'map') {
      problems.error('not_mapping', `${what} must be a mapping, and this is ${nameOfKind(template)}.`, template.place, {
        text: written(template),
      });
      return undefined;
    }
    for (const { key, value } of template.entries) {
      const name = nameOf(key, `A key of ${what.charAt(0).toLowerCase()}${what.slice(1)}`, problems);
      if (name !== undefined) fields.values.set(name, { key, value });
    }
    return fields;
  }

  get size(): number {
    return this.values.size;
  }

  get(name: string): Template | undefined {
    return this.values.get(name)?.value;
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  /** Names with the place of the key and the value, in order. */
  *[Symbol.iterator](): Generator<{ name: string; place: Place; value: Template }> {
    for (const [name, { key, value }] of this.values) yield { name, place: key.place, value };
  }

  /** Warns of names that mean nothing: the original passes over them. */
  allow(known: readonly string[], what: string, problems: Problems): void {
    for (const { name, place } of this) {
      if (known.includes(name)) continue;
      problems.warn('unknown_key', `${what} has no "${name}"; it is passed over.`, place, {
        text: name,
        hint: nearest(name, known) ?? `Known are ${known.join(', ')}.`,
      });
    }
  }
}
