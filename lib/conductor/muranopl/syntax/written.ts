import { Float, YaqlDateTime } from '@vetro/yaql';
import type { Template } from '../source/value';

/** A template roughly as it was written, on one line, for messages and stack traces. */
export function written(template: Template): string {
  switch (template.kind) {
    case 'constant':
      return writtenValue(template.value);
    case 'expression':
      return template.expression.text;
    case 'list':
      return `[${template.items.map(written).join(', ')}]`;
    case 'map':
      return template.entries.map(({ key, value }) => `${written(key)}: ${inner(value)}`).join(', ');
  }
}

function inner(template: Template): string {
  return template.kind === 'map' ? `{${written(template)}}` : written(template);
}

function writtenValue(value: unknown): string {
  if (value === null) return '';
  if (value instanceof Float) return `${value.value}.0`;
  return value instanceof YaqlDateTime ? value.toIso() : String(value);
}

/** What a person calls a template in a sentence. */
export function nameOfKind(template: Template): string {
  switch (template.kind) {
    case 'list':
      return 'a list';
    case 'map':
      return 'a mapping';
    case 'expression':
      return 'an expression';
    case 'constant':
      if (template.value === null) return 'nothing';
      if (typeof template.value === 'boolean') return template.value ? 'the value true' : 'the value false';
      if (typeof template.value === 'string') return 'a text';
      return template.value instanceof YaqlDateTime ? 'a date' : 'a number';
  }
}
