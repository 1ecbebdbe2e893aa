import { describe, expect, it } from 'vitest';
import { createLibrary, type Limits, YaqlEngine } from '.';
import { failure } from './testing/evaluate';

const stopped = (expression: string, limits: Partial<Limits> = {}) => failure(expression, null, { limits }).kind;

describe('A hostile expression is stopped', () => {
  it.each<[string, string, Partial<Limits>]>([
    ['sequence()', 'CollectionTooLargeException', {}],
    ['sequence().where(false)', 'CollectionTooLargeException', {}],
    ['sequence().where(false)', 'StepLimitExceededException', { iterators: -1, steps: 10_000 }],
    ['1.repeat().distinct()', 'StepLimitExceededException', { iterators: -1, steps: 10_000 }],
    ['sequence().skip(100000000).first()', 'StepLimitExceededException', { iterators: -1, steps: 10_000 }],
    ['[1].cycle().len()', 'StepLimitExceededException', { iterators: -1, steps: 10_000 }],
    ['def(f, f()) -> f()', 'DepthExceededException', {}],
    ["'a' * 1000000000", 'MemoryQuotaExceededException', {}],
    ['[1, 2] * 1000000000', 'MemoryQuotaExceededException', {}],
    ['pow(2, pow(2, 40))', 'MemoryQuotaExceededException', {}],
    ['shiftBitsLeft(1, pow(2, 40))', 'MemoryQuotaExceededException', {}],
    ["'{0:1000000000}'.format(1)", 'MemoryQuotaExceededException', {}],
    ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ '^(a+)+$'", 'StepLimitExceededException', { steps: 100_000 }],
    ["range(1000).aggregate($1 + $1, 'x')", 'MemoryQuotaExceededException', { memory: 100_000 }],
    ['range(1000).aggregate($1 * $1, 3)', 'MemoryQuotaExceededException', { memory: 100_000 }],
    ['(((((((1)))))))', 'none', {}],
  ])('%s', (expression, kind, limits) => {
    if (kind === 'none') expect(() => stopped(expression)).toThrow(/went well/);
    else expect(stopped(expression, limits)).toBe(kind);
  });

  it('when it is nested deeper than it may be', () => {
    expect(stopped(`${'('.repeat(600)}1${')'.repeat(600)}`)).toBe('DepthExceededException');
    expect(stopped(`1${' + 1'.repeat(600)}`)).toBe('DepthExceededException');
    expect(() => stopped(`1${' + 1'.repeat(90)}`)).toThrow(/went well/);
    expect(stopped(`${'a['.repeat(90)}1${']'.repeat(90)}`)).toBe('NoMatchingFunctionException');
    expect(stopped(`${'f(,'.repeat(60)}1${')'.repeat(60)}`)).toBe('NoFunctionRegisteredException');
  });

  it('when the time of the clock is over', () => {
    let now = 0;
    const clock = { now: () => (now += 1), localOffset: () => 0 };
    const engine = new YaqlEngine({ clock, limits: { time: 20 } });
    const run = () => engine.parse('sequence().where(false).first()').evaluate(null, createLibrary());
    expect(run).toThrow(/longer than 20 milliseconds/);
    // The clock is asked once in 1,024 steps: nothing hangs on how fast this machine is.
    expect(now).toBe(22);
  });
});
