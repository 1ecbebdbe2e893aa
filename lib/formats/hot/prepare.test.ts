import { describe, expect, test } from 'vitest';
import type { JsonObject } from '@/lib/model/json';
import { dependencies } from './graph';
import { prepareTemplate } from './prepare';

const HEAD = { heat_template_version: 'pike' };
const sentences = (source: JsonObject, given: JsonObject = {}) =>
  prepareTemplate({ ...HEAD, ...source }, given).problems.map(({ path, sentence }) => `${path}: ${sentence}`);

describe('conditions', () => {
  const parameters = { env: { type: 'string', default: 'test' }, on: { type: 'boolean', default: true } };
  const conditions = {
    live: { equals: [{ get_param: 'env' }, 'live'] },
    switched: { get_param: 'on' },
    both: { and: ['live', 'switched'] },
    either: { or: ['live', { not: 'switched' }] },
  };
  const source = {
    ...HEAD,
    parameters,
    conditions,
    resources: {
      backup: { type: 'T', condition: 'live' },
      vm: {
        type: 'T',
        depends_on: ['backup'],
        properties: { size: { if: ['both', 'large', { get_resource: 'other' }] } },
      },
      other: { type: 'T', condition: { not: 'both' } },
    },
    outputs: {
      backup: { condition: 'live', value: { get_resource: 'backup' } },
      which: { value: { if: ['live', { get_resource: 'backup' }, 'none'] } },
    },
  };

  test('decide which resources there are, and who waits for whom', () => {
    const { template, problems } = prepareTemplate(source, {});
    expect(problems).toEqual([]);
    expect(template && Object.fromEntries(dependencies(template))).toEqual({
      vm: new Set(['other']),
      other: new Set(),
    });
    expect(template?.outputs).toMatchObject({ backup: { value: null }, which: { value: 'none' } });
  });

  test('are settled by the values of parameters', () => {
    const { template } = prepareTemplate(source, { env: 'live' });
    expect(Object.keys(template?.resources ?? {})).toEqual(['backup', 'vm']);
    expect(template?.resources.vm).toMatchObject({ properties: { size: 'large' }, dependsOn: ['backup'] });
    expect(template?.outputs.which?.value).toEqual({ get_resource: 'backup' });
  });

  test.each<[string, JsonObject, string]>([
    ['a name that is not defined', { resources: { a: { type: 'T', condition: 'zz' } } }, 'Invalid condition "zz"'],
    ['a circle', { conditions: { a: { not: 'b' }, b: { not: 'a' } } }, 'Circular definition for condition "b"'],
    [
      'and of a single thing',
      { conditions: { a: { and: [true] } } },
      'The minimum number of condition arguments to "and" is 2',
    ],
    ['a value that is no truth value', { conditions: { a: { get_param: 'p' } } }, 'Invalid condition "x"'],
  ])('%s is refused', (_what, part, words) => {
    const found = sentences({ parameters: { p: { type: 'string', default: 'x' } }, ...part });
    expect(found).toEqual([expect.stringContaining(words)]);
  });

  test('an output may not name a resource that is left out, unless it has a condition, too', () => {
    const left = { conditions: { no: false }, resources: { a: { type: 'T', condition: 'no' } } };
    const value = { get_resource: 'a' };
    expect(sentences({ ...left, outputs: { o: { value } } })).toEqual([
      'outputs.o.value: "a" is not a resource of this template.',
    ]);
    expect(sentences({ ...left, outputs: { o: { value, condition: 'no' } } })).toEqual([]);
  });
});

describe('files', () => {
  const source = { ...HEAD, resources: { a: { type: 'T', properties: { text: { get_file: 'install.ps1' } } } } };

  test('are there when they came with the template', () => {
    expect(prepareTemplate(source, {}, { files: { 'install.ps1': 'x' } }).problems).toEqual([]);
    expect(prepareTemplate(source, {}, { files: {} }).problems[0]?.sentence).toContain('install.ps1');
  });
});
