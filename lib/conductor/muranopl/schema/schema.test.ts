import { describe, expect, it } from 'vitest';
import { runNow } from '../engine/drive';
import type { Execution } from '../execution/execution';
import { TestProgram } from '../testing/program';
import { schemasOfType } from './index';

const CLASSES = `
Namespaces: {m: io.murano.metadata, mf: io.murano.metadata.forms}
Name: T
Meta:
  - mf:Section: {name: second, title: Second, index: 2}
  - mf:Section: {name: first, title: First, index: 1}
  - mf:Section: {name: first, title: Late, index: 5}
  - mf:Section: {name: anywhere}
Properties:
  name:
    Contract: $.string().notNull().check($.matches('^[a-z]+$'))
    Meta:
      - m:Title: {text: Name}
      - mf:Position: {section: first, index: 3}
      - mf:Hidden:
  count: {Contract: !yaql '$.int().check($ > 0 and 10 >= $)', Default: 2}
  size: {Contract: !yaql '$.string().check($ in $this.sizes())'}
  parts: {Contract: [$.int(), 1, 3]}
  pairs: {Contract: {$.string(): $.bool()}}
  node: {Contract: $.class(T).owned()}
  model: {Contract: !yaql '$.template(T, excludeProperties => [name])'}
  kind: {Contract: fixed}
  sure: {Contract: $.notNull().int()}
  free: {Contract: {}}
  inner: {Contract: $.int(), Usage: Runtime}
  made: {Contract: $.int(), Usage: Out}
Methods:
  sizes: {Usage: Static, Body: {Return: [small, large]}}
  build:
    Usage: Static
    Scope: Public
    Meta: ['m:ModelBuilder']
    Arguments:
      - how: {Contract: $.string()}
`;

const schemasOf = (execution: Execution, name: string) =>
  runNow(schemasOfType(execution, execution.engine.classes.find(name, undefined)));

describe('The JSON schema of a class', () => {
  const { execution } = new TestProgram(CLASSES).program;
  const schemas = schemasOf(execution, 'T') as Record<string, Record<string, unknown>>;

  it('says of each property what its contract says', () => {
    expect(schemas['']?.properties).toEqual({
      name: {
        type: 'string',
        pattern: '^[a-z]+$',
        title: 'Name',
        visible: false,
        formSection: 'first',
        formIndex: 8,
      },
      count: {
        type: ['integer', 'null'],
        minimum: 0,
        exclusiveMinimum: true,
        maximum: 10,
        exclusiveMaximum: false,
        default: 2,
      },
      size: { type: ['string', 'null'], enum: ['small', 'large'] },
      parts: { type: 'array', items: { type: ['integer', 'null'] }, minItems: 1, maxItems: 3 },
      pairs: { type: 'object', properties: {}, additionalProperties: { type: ['boolean', 'null'] } },
      node: { type: ['muranoObject', 'null'], muranoType: 'T', owned: true },
      model: { type: ['muranoObject', 'null'], muranoType: 'T', owned: true, excludedProperties: ['name'] },
      kind: { enum: ['fixed'] },
      sure: { type: 'integer' },
      free: { type: 'object', properties: {}, additionalProperties: true },
    });
  });

  it('puts the parts of the form in order', () => {
    expect(schemas['']?.formSections).toEqual({
      first: { index: 0, title: 'First' },
      second: { index: 1, title: 'Second' },
      anywhere: { title: 'anywhere' },
    });
  });

  it('puts what classes above declare before what has the same index below', () => {
    const heirs = `${CLASSES}
---
Namespaces: {mf: io.murano.metadata.forms}
Name: Heir
Extends: T
Properties:
  own:
    Contract: $.int()
    Meta: {mf:Position: {section: first, index: 3}}
`;
    const { execution: other } = new TestProgram(heirs).program;
    const { properties } = (schemasOf(other, 'Heir') as Record<string, { properties: unknown }>)[''] ?? {};
    expect(properties).toMatchObject({ name: { formIndex: 11 }, own: { formIndex: 12 } });
  });

  it('comes with those of the model builders', () => {
    expect(Object.keys(schemas)).toEqual(['', 'build']);
    expect(schemas.build?.properties).toEqual({ how: { type: ['string', 'null'] } });
  });
});
