import { describe, expect, it } from 'vitest';
import { driveWith, type Perform } from '../engine/drive';
import { DslError } from '../errors';
import { settleInside } from '../execution/fibers';
import type { WaitAny } from '../execution/requests';
import { Question, TestProgram } from '../testing/program';
import type { Waiting } from '../types/waiting';

const CLASSES = `
Name: T
Properties:
  count: {Contract: $.int(), Usage: Runtime, Default: 0}
Methods:
  two:
    Body:
      - trace(begin)
      - $a: $.slow(a) + ' ' + $.quick() + ' ' + $.slow(b)
      - Return: $a
  slow:
    Arguments:
      - name: {Contract: $.string()}
    Body:
      - trace($name)
      - $answer: ask($name)
      - $.count: $.count + 1
      - Return: $answer
  quick:
    Body:
      - trace(quick)
      - Return: q
  inItems:
    Body:
      - Return: list(1, 2, 3).select($this.slow(str($)))
  sees:
    Body:
      - $before: $.count
      - Return: [$.count + int($.slow(x)) + $.count, $before, $.count]
  branches:
    Body:
      - Parallel:
          - $x: $.other(first)
          - $y: $.other(second)
          - $z: $.other(third)
        Limit: 2
      - Return: [$x, $y, $z]
  other:
    Meta:
      io.murano.metadata.engine.Synchronize: {onThis: false}
    Arguments:
      - name: {Contract: $.string()}
    Body:
      - trace('in ' + $name)
      - $answer: ask($name)
      - trace('out ' + $name)
      - Return: $answer
  each:
    Body:
      - Return: list(a, b).pselect($this.other($)).toList()
  oneAtATime:
    Body:
      - Return: list(a, b).pselect($this.slow($)).toList()
  inCheck:
    Arguments:
      - value: {Contract: $.int().check(ask(allowed) = $)}
    Body: {Return: $value}
  makes:
    Body:
      - $made: new(Made, name => n)
      - Return: [$made.name, $made.answer]
  failing:
    Body:
      - Try:
          - ask(bad)
        Catch:
          As: e
          Do:
            - Return: $e.message
        Finally:
          - ask(after)
---
Name: Made
Properties:
  name: {Contract: $.string()}
Methods:
  .init:
    Body:
      - $._answer: ask($.name)
  answer_:
    Body: {Return: $._answer}
`.replace('$made.answer]', '$made.answer_()]');

/** What work ends with. */
async function drive(work: Waiting, perform: Perform): Promise<unknown> {
  const end = await driveWith(work, perform, {});
  return end.left ? undefined : end.value;
}

/** Drives a call; answers each question with its name in capitals, and tells what was asked. */
async function run(method: string, ...args: readonly unknown[]) {
  const test = new TestProgram(CLASSES).load();
  const asked: string[] = [];
  const value = await drive(test.start(method, ...args), async (request) => {
    const { name } = request as Question;
    asked.push(name);
    return name.toUpperCase();
  });
  return { value, asked, traced: test.traced, test };
}

describe('A method that waits in the middle of an expression', () => {
  it('is run once, and so is everything before it', async () => {
    const { value, asked, traced } = await run('two');
    expect(value).toBe('A q B');
    expect(asked).toEqual(['a', 'b']);
    expect(traced).toEqual(['begin', 'a', 'quick', 'b']);
  });

  it('waits for each item of a list in turn', async () => {
    const { asked, traced } = await run('inItems');
    expect(asked).toEqual(['1', '2', '3']);
    expect(traced).toEqual(['1', '2', '3']);
  });

  it('leaves the expression what it read before', () => {
    const test = new TestProgram(CLASSES).load();
    const work = settleInside(test.start('sees'));
    expect(work.next().value).toEqual(new Question('x'));
    expect(work.next('10')).toEqual({ done: true, value: [11, 0, 1] });
  });

  it('may wait in the contract of an argument and in .init', async () => {
    const test = new TestProgram(CLASSES).load();
    expect(await drive(test.start('inCheck', 5), async () => 5)).toBe(5);
    await expect(drive(test.start('inCheck', 5), async () => 6)).rejects.toThrow(
      "[T::inCheck(value)] Value 5 doesn't match predicate",
    );
    expect((await run('makes')).value).toEqual(['n', 'N']);
  });

  it('gets failures of the outside as errors, and Finally may wait as well', () => {
    const test = new TestProgram(CLASSES).load();
    const work = settleInside(test.start('failing'));
    expect(work.next().value).toEqual(new Question('bad'));
    expect(work.throw(new DslError('EnvironmentError', 'no quota')).value).toEqual(new Question('after'));
    expect(work.next(null)).toEqual({ done: true, value: 'no quota' });
  });
});

describe('Branches', () => {
  it('go on in the order in which their answers come, as many at a time as the limit says', () => {
    const test = new TestProgram(CLASSES).load();
    const work = settleInside(test.start('branches'));
    const first = work.next().value as WaitAny;
    expect(first.requests).toEqual([new Question('first'), new Question('second')]);
    const second = work.next({ index: 1, value: 'B' }).value as WaitAny;
    expect(second.requests).toEqual([new Question('first'), new Question('third')]);
    expect(second.requests[0]).toBe(first.requests[0]);
    const third = work.next({ index: 1, value: 'C' }).value as WaitAny;
    expect(third.requests).toEqual([new Question('first')]);
    expect(work.next({ index: 0, value: 'A' })).toEqual({ done: true, value: ['A', 'B', 'C'] });
    expect(test.traced).toEqual(['in first', 'in second', 'out second', 'in third', 'out third', 'out first']);
  });

  it('are made by pselect too', () => {
    const test = new TestProgram(CLASSES).load();
    const work = settleInside(test.start('each'));
    const { requests } = work.next().value as WaitAny;
    expect(requests).toEqual([new Question('a'), new Question('b')]);
    work.next({ index: 1, value: 'second' });
    expect(work.next({ index: 0, value: 'first' })).toEqual({ done: true, value: ['first', 'second'] });
  });

  it('do not enter the same method of one object together', () => {
    const test = new TestProgram(CLASSES).load();
    const work = settleInside(test.start('oneAtATime'));
    expect((work.next().value as WaitAny).requests).toEqual([new Question('a')]);
    expect((work.next({ index: 0, value: 1 }).value as WaitAny).requests).toEqual([new Question('b')]);
    expect(work.next({ index: 0, value: 2 })).toEqual({ done: true, value: [1, 2] });
  });
});
