import { isYaqlError } from '@vetro/yaql';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVetroError } from '@/lib/errors';
import { cases } from '@/lib/testing/cases';
import { runNow } from './engine/drive';
import { MuranoEngine } from './engine/engine';
import { Program } from './engine/program';
import { ProgramExecution } from './engine/program-execution';
import { isDslError } from './errors';
import { isThrown } from './execution/thrown';
import { LANGUAGE_NATIVES } from './natives/index';
import { PackageRegistry } from './packages/package-registry';
import { openPackage, openPackages } from './world/open-packages';
import { shippedLibrary } from './world/testing/shipped-library';

const bytes = (text: string) => new TextEncoder().encode(text);

const { package: own, problems } = openPackage(
  new Map([
    [
      'manifest.yaml',
      bytes('Format: 1.4\nType: Library\nFullName: t\nClasses: {t.A: a.yaml, t.B: a.yaml, t.C: a.yaml}\n'),
    ],
    [
      'Classes/a.yaml',
      bytes(
        `Namespaces: {=: t}
Name: A
Properties:
  int: {Contract: $.int()}
  text: {Contract: $.string().notNull(), Default: x}
  yes: {Contract: $.bool()}
  any: {Contract: $}
  list: {Contract: [$.int().check($ > 0), 0, 3]}
  dict: {Contract: {k: $.string(), $.string(): $.int()}}
  child: {Contract: $.class(A)}
  children: {Contract: [$.class(B).notNull()]}
  owned: {Contract: $.class(A).owned()}
  other: {Contract: $.class(A).notOwned()}
  template: {Contract: $.template(B)}
  out: {Contract: $.string(), Usage: Out}
  inner: {Contract: $, Usage: Runtime}
Methods:
  .init: {Body: [{$.inner: $.text + '!'}, {If: $.find(B) != null, Then: [{$.out: id($.find(B))}]}]}
  .destroy: {Body: [$.inner.len()]}
  go:
    Scope: Public
    Body:
      - $x: $.any
      - Return:
          - $x
          - $.list.sum()
          - $.children.select($.name)
          - format('{0}', $.dict)
---
Name: B
Extends: [A, C]
Properties:
  name: {Contract: $.string()}
---
Name: C
Properties:
  c:
    Contract: $.class(C, B)
`.replace('  yes:', "  'yes':"),
      ),
    ],
  ]),
);
const engine = new MuranoEngine({
  finder: new PackageRegistry([...openPackages(shippedLibrary()), ...(own ? [own] : [])]),
  natives: LANGUAGE_NATIVES,
});

const header = fc.record(
  {
    type: fc.constantFrom<unknown>(
      't.A',
      't.B',
      't.C',
      't.A/0',
      't.A/9',
      't.A@t',
      't.A/0@none',
      'no.Such',
      'io.murano.Object',
      '/',
      '',
      5,
      null,
      [],
      {},
    ),
    id: fc.constantFrom<unknown>('a1', 'a2', 'a3', '', null, 7, {}),
    name: fc.constantFrom<unknown>('n', null, {}, 1),
    metadata: fc.constantFrom<unknown>(null, {}, 'x'),
    dependencies: fc.constantFrom<unknown>(
      null,
      {},
      'x',
      { onDestruction: 5 },
      { onDestruction: [{ subscriber: 'a1', handler: 'go' }] },
    ),
    _actions: fc.constant({}),
  },
  { requiredKeys: ['type'] },
);

/** Values that models are made of, sensible and not. */
const { value } = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'model' },
    fc.constantFrom(
      null,
      true,
      0,
      1,
      -5,
      1.5,
      1e308,
      Number.NaN,
      '',
      'x',
      ' 7 ',
      'a1',
      'a2',
      'missing',
      '__proto__',
      '\ud800',
    ),
    fc.string({ maxLength: 4 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('k', '?', 'type', '__proto__', 'constructor', ''), tie('value'), { maxKeys: 3 }),
    tie('object'),
  ),
  object: fc.record(
    {
      '?': fc.oneof(
        { arbitrary: header, weight: 8 },
        { arbitrary: fc.constantFrom(null, [], 'x', 5, {}) as fc.Arbitrary<unknown>, weight: 1 },
      ),
      int: tie('value'),
      text: tie('value'),
      yes: tie('value'),
      any: tie('value'),
      list: tie('value'),
      dict: tie('value'),
      child: tie('value'),
      children: tie('value'),
      owned: tie('value'),
      other: tie('value'),
      template: tie('value'),
      out: tie('value'),
      inner: tie('value'),
      name: tie('value'),
      c: tie('value'),
      unknown: tie('value'),
    },
    { requiredKeys: ['?'] },
  ),
}));

/** Objects of which most can be loaded: what comes after that is tried, too. */
const sensible = fc.record(
  {
    '?': fc.record({ type: fc.constantFrom('t.A', 't.B', 't.C'), id: fc.constantFrom('a1', 'a2') }),
    int: fc.oneof(fc.integer(), fc.constant(null)),
    list: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
    dict: fc.record({ k: fc.string({ maxLength: 4 }) }),
    any: value,
  },
  { requiredKeys: ['?'] },
);
const none = fc.constant(null);
/** A document's objects, those that were deployed, and its attributes. */
const document = fc.oneof(
  { arbitrary: fc.tuple(value, value, value), weight: 4 },
  { arbitrary: fc.tuple(sensible, fc.oneof(sensible, none), fc.constant([])), weight: 1 },
);

function isTyped(error: unknown): boolean {
  return isThrown(error) || isDslError(error) || isYaqlError(error) || isVetroError(error);
}

describe('a hostile object model', () => {
  it('is loaded, run, written and destroyed, or refused with an error of the language', () => {
    expect(problems).toEqual([]);
    let loaded = 0;
    fc.assert(
      fc.property(document, fc.constantFrom('go', 'none', '.init'), ([objects, copy, rows], method) => {
        let ids = 0;
        const limits = { steps: 20_000, objects: 500, depth: 60 };
        const program = new Program(new ProgramExecution(engine, { newId: () => `made${ids++}`, limits }));
        try {
          runNow(program.load({ Objects: objects, ObjectsCopy: copy, Attributes: rows }));
          loaded++;
          runNow(program.collect());
          if (program.root) runNow(program.call({ method }));
        } catch (error) {
          if (!isTyped(error)) throw error;
        }
        try {
          runNow(program.serialize());
          runNow(program.finish());
        } catch (error) {
          if (!isTyped(error)) throw error;
        }
      }),
      { numRuns: cases(10_000) },
    );
    expect(loaded).toBeGreaterThan(cases(1_000));
  });
});
