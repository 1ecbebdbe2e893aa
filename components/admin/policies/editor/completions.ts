import { type Completion, type CompletionSource, snippetCompletion } from '@codemirror/autocomplete';
import type { Answer } from '@/lib/client/api';

/** What rules may speak of, as the API tells it. */
export type Vocabulary = Answer<'GET', '/policy-vocabulary'>;

/**
 * Completes what is typed in rules: tables with their columns, what is computed, what a policy answers with; inside of a
 * table of a source the names of its columns.
 */
export function completionsOf(vocabulary: Vocabulary): CompletionSource {
  const words = completionsOutside(vocabulary);
  const columns = new Map(vocabulary.tables.map((table) => [table.name, table.columns]));
  return (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const word = /[\w:]*$/.exec(before)?.[0] ?? '';
    if (word === '' && !context.explicit) return null;
    const named = columns.get(/([\w:]+)\s*\([^()]*$/.exec(before)?.[1] ?? '');
    const options: Completion[] = named
      ? named.map((column) => ({ label: `${column}=`, type: 'property', boost: 1 }))
      : [...words];
    return { from: context.pos - word.length, options, validFor: /^[\w:=]*$/ };
  };
}

function completionsOutside({ tables, computed, asked }: Vocabulary): Completion[] {
  const called = (name: string, columns: readonly string[], type: string) =>
    snippetCompletion(`${name}(${columns.map((column) => `\${${column}}`).join(', ')})`, {
      ...{ label: name, detail: columns.join(', '), type },
    });
  return [
    ...asked.map(({ name, columns }) => called(name, columns, 'keyword')),
    ...tables.map(({ name, columns }) => called(name, columns, 'class')),
    ...computed.flatMap((signature) => {
      const [, name, parameters] = /^(\w+)\((.*)\)$/.exec(signature) ?? [];
      return name === undefined ? [] : [called(name, (parameters ?? '').split(', '), 'function')];
    }),
  ];
}
