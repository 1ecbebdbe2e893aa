import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { StreamLanguage } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { completionsOf } from './completions';
import { datalog } from './datalog';

const VOCABULARY = {
  tables: [{ name: 'cloud:flavors', columns: ['name', 'vcpus'] }],
  computed: ['concat(x, y, result)'],
  asked: [{ name: 'predeploy_errors', columns: ['environment', 'object', 'message'] }],
};

function complete(text: string, explicit = false): string[] {
  const context = new CompletionContext(EditorState.create({ doc: text }), text.length, explicit);
  const result = completionsOf(VOCABULARY)(context) as CompletionResult | null;
  return result?.options.map(({ label }) => label) ?? [];
}

describe('rules as they are typed', () => {
  it('are completed with tables, what is computed and what a policy answers with', () => {
    expect(complete('clo')).toEqual(['predeploy_errors', 'cloud:flavors', 'concat']);
    expect(complete('')).toEqual([]);
    expect(complete('', true)).toHaveLength(3);
  });

  it('are completed with the columns of the table that the cursor is in', () => {
    expect(complete('a(x) :- cloud:flavors(na')).toEqual(['name=', 'vcpus=']);
    expect(complete('a(x) :- cloud:flavors(x, y), con')).toContain('concat');
  });

  it('are told apart: answers, tables, variables, texts, comments', () => {
    const text = 'predeploy_errors(e, o, "no") :- /* why\n not */ not cloud:flavors(e) // so';
    const tree = StreamLanguage.define(datalog).parser.parse(text);
    const found: string[] = [];
    tree.iterate({
      enter: ({ name, from, to }) => {
        if (from !== to && name !== 'Document') found.push(`${name}: ${text.slice(from, to)}`);
      },
    });
    const of = (name: string) => found.filter((one) => one.startsWith(`${name}: `)).map((one) => one.split(': ')[1]);
    expect(of('heading')).toEqual(['predeploy_errors']);
    expect(of('typeName')).toEqual(['cloud:flavors']);
    expect(of('keyword')).toEqual(['not']);
    expect(of('string')).toEqual(['"no"']);
    expect(of('comment').join('|')).toContain('// so');
    expect(of('variableName')).toEqual(['e', 'o', 'e']);
  });
});
