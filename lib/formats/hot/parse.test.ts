import { describe, expect, test } from 'vitest';
import { inspectTemplate } from './parse';

const good = `
heat_template_version: 2018-08-31
parameters:
  size: { type: string, default: m1.small }
resources:
  vm:
    type: OS::Nova::Server
    properties: { flavor: { get_param: size } }
outputs:
  address: { value: { get_attr: [vm, first_address] } }
`;

describe('reading a template', () => {
  test('YAML text, JSON text and an object are the same template', () => {
    const fromYaml = inspectTemplate(good).template;
    expect(fromYaml?.resources.vm?.type).toBe('OS::Nova::Server');
    expect(fromYaml?.version).toBe('2018-08-31');
    const object = { heat_template_version: '2018-08-31', resources: { r: { type: 'OS::Heat::RandomString' } } };
    expect(inspectTemplate(JSON.stringify(object))).toEqual(inspectTemplate(object));
  });

  test('everything wrong is named at once, with its place', () => {
    const { problems } = inspectTemplate({
      surprise: 1,
      parameters: { p: { type: 'colour' } },
      resources: {
        a: { type: 'T', properties: { x: { get_param: 'nobody' }, y: { get_resource: 'ghost' } }, colour: 'red' },
        b: { depends_on: ['ghost'] },
        c: 'text',
      },
      outputs: { o: {} },
    });
    expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual(
      [
        'surprise unknown_section',
        'parameters.p.type unknown_type',
        'resources.a.colour unknown_key',
        'resources.b.type required',
        'resources.c not_an_object',
        'outputs.o required',
        'resources.a.properties.x unknown_parameter',
        'resources.a.properties.y unknown_resource',
        'resources.b.depends_on unknown_resource',
        'heat_template_version required',
      ].sort((x, y) => problemOrder(problems, x) - problemOrder(problems, y)),
    );
  });

  test('a cycle is named resource by resource', () => {
    const { problems } = inspectTemplate({
      heat_template_version: '2018-08-31',
      resources: {
        a: { type: 'T', properties: { x: { get_resource: 'b' } } },
        b: { type: 'T', properties: { x: { 'y z': [{ get_attr: ['c', 'id'] }] } } },
        c: { type: 'T', depends_on: 'a' },
      },
    });
    expect(problems.map((problem) => problem.sentence)).toEqual(['Circular dependency: a → b → c → a.']);
  });

  test('functions that we do not have are refused, not sent as data', () => {
    const { problems } = inspectTemplate({
      heat_template_version: '2018-08-31',
      resources: { a: { type: 'T', properties: { x: { get_file: 'secret.txt' }, y: { 'Fn::GetAtt': ['a', 'b'] } } } },
    });
    expect(problems.map((problem) => problem.code)).toEqual(['unsupported_function', 'unsupported_function']);
  });

  test('an unknown version and conditions before their time are refused', () => {
    const resources = { a: { type: 'T', condition: 'c' } };
    const problems = (version: string) =>
      inspectTemplate({ heat_template_version: version, conditions: { c: true }, resources }).problems.map(
        ({ path, code }) => `${path} ${code}`,
      );
    expect(problems('1999-01-01')).toContain('heat_template_version unknown_version');
    expect(problems('2015-10-15')).toEqual(['conditions unknown_section', 'resources.a.condition unknown_key']);
    expect(problems('newton')).toEqual([]);
  });

  test('text that is no YAML says so', () => {
    const sentences = (text: string) => inspectTemplate(text).problems.map(({ sentence }) => sentence);
    expect(sentences('a: [')).toEqual([expect.stringMatching(/not valid YAML/)]);
    expect(sentences('- a list')).toEqual([expect.stringMatching(/not a mapping/)]);
  });
});

function problemOrder(problems: { path: string; code: string }[], text: string): number {
  return problems.findIndex(({ path, code }) => `${path} ${code}` === text);
}
