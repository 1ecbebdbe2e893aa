import { describe, expect, it } from 'vitest';
import { runNow } from '../engine/drive';
import { TestProgram } from '../testing/program';
import { type ModelDocument, writeResult } from './document';

const CLASSES = `
Name: Base
Properties:
  kept: {Contract: $, Usage: InOut, Default: 1}
  gone: {Contract: $, Usage: Runtime, Default: 1}
---
Name: T
Extends: Base
Properties:
  kept: {Contract: $, Usage: Runtime, Default: 2}
Methods:
  act: {Body: {Return: 1}}
  build: {Usage: Static, Body: {Return: 1}}
  made:
    Body:
      - Return: list(new(Base), new(Base, $this), $this)
`;

function loaded(document: unknown): TestProgram {
  const test = new TestProgram(CLASSES);
  runNow(test.program.load(document));
  return test;
}

const root = { '?': { id: 'root', type: 'T' } };

describe('A written model', () => {
  it('has the static public methods among the actions of an object', () => {
    const { Objects } = runNow(loaded({ Objects: root }).program.serialize()) as ModelDocument;
    const header = (Objects as { '?': { _actions: object } })['?'];
    expect(Object.keys(header._actions)).toEqual(expect.arrayContaining(['root_act', 'root_build']));
  });

  it('keeps a property that a class above declares for the model', () => {
    const { ObjectsCopy } = runNow(loaded({ Objects: root }).program.serialize()) as ModelDocument;
    expect(ObjectsCopy).toMatchObject({ kept: 2 });
    expect(ObjectsCopy).not.toHaveProperty('gone');
  });
});

describe('A model', () => {
  it('with an empty copy was never deployed', () => {
    expect(loaded({ Objects: root, ObjectsCopy: {} }).call('act')).toBe(1);
  });

  it.each([[[]], [5], ['T']])('with %j for objects is none', (objects) => {
    expect(() => loaded({ Objects: objects })).toThrow(expect.objectContaining({ kind: 'ValueError' }));
  });
});

describe('A result', () => {
  const written = (allowRefs: boolean) => {
    const test = loaded({ Objects: root });
    const parts = writeResult(test.program.execution, test.call('made'), allowRefs) as unknown[];
    return parts.map((part) => (typeof part === 'string' ? 'id' : 'object'));
  };

  it('has objects with an owner written out only where nobody may be content with their id', () => {
    expect(written(true)).toEqual(['object', 'id', 'object']);
    expect(written(false)).toEqual(['object', 'object', 'object']);
  });
});
