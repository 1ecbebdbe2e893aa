import type { Template } from '../source/value';

/** The entries of a map whose keys are written out. */
export function entriesOf(template: Template | undefined): [string, Template][] {
  if (template?.kind !== 'map') return [];
  return template.entries.flatMap(({ key, value }): [string, Template][] =>
    key.kind === 'constant' ? [[String(key.value), value]] : [],
  );
}

/** The items of a list; none of anything else. */
export function itemsOf(template: Template | undefined): readonly Template[] {
  return template?.kind === 'list' ? template.items : [];
}

/** The fields that an expression speaks of: `$.form.field`. */
export function mentionedFields(template: Template): { form: string; name: string }[] {
  if (template.kind === 'list') return template.items.flatMap(mentionedFields);
  if (template.kind === 'map') return template.entries.flatMap(({ value }) => mentionedFields(value));
  if (template.kind !== 'expression') return [];
  return [...template.expression.text.matchAll(/\$\.(\w+)\.(\w+)/g)].map(([, form = '', name = '']) => ({
    form,
    name,
  }));
}
