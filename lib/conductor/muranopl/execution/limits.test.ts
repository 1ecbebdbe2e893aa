import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledProgram, bundleProgram } from '@/lib/testing/bundle-program';

let bundle: BundledProgram;
let TestProgram: typeof import('../testing/program').TestProgram;
beforeAll(async () => {
  // In one file, as in the built product: under vitest, modules read one another through functions that answer nothing
  // where the stack overflows within them, and what overflows there looks like a fault of the code.
  bundle = await bundleProgram('lib/conductor/muranopl/testing/program.ts');
  ({ TestProgram } = await import(/* @vite-ignore */ pathToFileURL(bundle.file).href));
});
afterAll(() => bundle.remove());

const CLASSES = `
Name: T
Properties:
  kids: {Contract: [$.class(T)], Usage: InOut}
Methods:
  deep:
    Arguments:
      - n: {Contract: $.int()}
    Body:
      - Return: $.deep($n + 1)
  deepInLists:
    Arguments:
      - n: {Contract: $.int()}
    Body:
      - Return: list($n, switch($n > 100000 => 0, true => list($n).select($this.deepInLists($ + 1)).first()))
  deepInNew:
    Body:
      - new(Endless)
  deepParallel:
    Body:
      - list(1).pselect($this.deepParallel())
  depth:
    Arguments:
      - n: {Contract: $.int()}
    Body:
      - If: $n = 0
        Then: {Return: done}
      - Return: $.depth($n - 1)
  endless:
    Body:
      - While: 1 = 1
        Do: {$x: 1}
  endlessTry:
    Body:
      - While: 1 = 1
        Do:
          - Try:
              - $.deep(0)
            Catch:
              - Do: {$x: 1}
  stubborn:
    Body:
      - Try:
          - $.endless()
        Catch:
          - Do: {Return: caught}
        Finally:
          - trace(finally)
  growing:
    Body:
      - $x: 'abcdefgh'
      - While: 1 = 1
        Do: {$x: $x + $x}
  growingList:
    Body:
      - $x: [1]
      - While: 1 = 1
        Do: {$x: $x + $x}
  many:
    Body:
      - While: 1 = 1
        Do: {$x: new(Small)}
  long:
    Body:
      - Return: range(2001).toList()
  caught:
    Body:
      - Try:
          - $.deep(0)
        Catch:
          As: e
          Do: {Return: $e.name}
---
Name: Small
---
Name: Endless
Methods:
  .init:
    Body: {$.next: new(Endless)}
`;

const limits = { steps: 200_000, objects: 2_000 };
const failure = (method: string, ...args: unknown[]) =>
  new TestProgram(CLASSES, { limits }).load().failure(method, ...args);

describe('A program that goes too far', () => {
  it.each([
    ['deep', [0]],
    ['deepInLists', [0]],
    ['deepInNew', []],
    ['deepParallel', []],
  ])('is stopped with an error of the language when calls nest for ever: %s', (method, args) => {
    expect(String((failure(method, ...args) as { kind: string }).kind)).toMatch(/RecursionError|DepthExceeded/);
  });

  it('may still go as deep as real programs do', () => {
    expect(new TestProgram(CLASSES).load().call('depth', 150)).toBe('done');
  });

  it.each(['endless', 'endlessTry'])('is stopped when it never ends: %s', (method) => {
    expect(failure(method)).toMatchObject({ kind: 'StepLimitExceededException' });
  });

  it('cannot hold up its own end', () => {
    const test = new TestProgram(CLASSES, { limits }).load();
    expect(test.failure('stubborn')).toMatchObject({ kind: 'StepLimitExceededException' });
    expect(test.traced).toEqual([]);
  });

  it.each([
    ['growing', 'MemoryQuotaExceededException'],
    ['growingList', 'CollectionTooLargeException'],
    ['long', 'CollectionTooLargeException'],
    ['many', 'ObjectLimitExceeded'],
  ])('is stopped when it makes too much: %s', (method, kind) => {
    expect(failure(method)).toMatchObject({ kind });
  });

  it('may catch what it can mend', () => {
    expect(new TestProgram(CLASSES).load().call('caught')).toBe('RecursionError');
  });

  it('leaves nothing behind that the next call would meet', () => {
    const test = new TestProgram(CLASSES).load();
    for (let turn = 0; turn < 5; turn++) test.failure('deep', 0);
    expect(test.call('depth', 100)).toBe('done');
    expect(test.program.execution.frames.size).toBe(0);
  });
});
