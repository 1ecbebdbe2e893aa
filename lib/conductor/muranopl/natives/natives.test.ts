import { describe, expect, it } from 'vitest';
import { TestProgram } from '../testing/program';

const CLASSES = `
Namespaces: {sys: io.murano.system, test: io.murano.test, =: ''}
Name: T
Methods:
  gone: {Arguments: [object: {Contract: $}], Body: []}
  watched:
    Body:
      - sys:GC.subscribeDestruction($this, $this, gone)
  watchedByNone:
    Body:
      - sys:GC.subscribeDestruction($this, $this, nowhere)
  watchedNoMore:
    Body:
      - sys:GC.unsubscribeDestruction($this, $this, nowhere)
  doomed:
    Body:
      - sys:GC.isDoomed(null)
  destroyed:
    Body:
      - sys:GC.isDestroyed(5)
  kept:
    Body:
      - $.setAttr(a, null)
      - $.setAttr(null, 5)
      - Return: $.getAttr(null)
  unnamed:
    Body:
      - $.getAttr()
  without:
    Body:
      - $.setAttr(a)
  logged:
    Body:
      - logger(a).info(null)
  unfilled:
    Body:
      - logger(a).info('{0} {')
  loaded:
    Body:
      - new(test:TestFixture).load(null)
`;

const program = () => new TestProgram(CLASSES).load();
const kind = (method: string) => (program().failure(method) as { kind: string }).kind;

describe('A native method', () => {
  it('is not called without what it needs, nor with what it cannot take', () => {
    for (const method of ['unnamed', 'without', 'logged', 'doomed', 'destroyed']) {
      expect(kind(method)).toBe('ArgumentException');
    }
    expect(kind('loaded')).toBe('TypeError');
  });

  it('takes null where anything goes', () => {
    expect(program().call('kept')).toBe(5);
  });
});

describe('A subscription to the end of an object', () => {
  it('needs a method of the subscriber', () => {
    expect(program().call('watched')).toBeNull();
    expect(kind('watchedByNone')).toBe('NoMethodFound');
    expect(kind('watchedNoMore')).toBe('NoMethodFound');
  });
});

describe('A logger', () => {
  it('writes a message that cannot be filled in as it is', () => {
    expect(program().call('unfilled')).toBeNull();
  });
});
