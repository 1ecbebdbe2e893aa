import { describe, expect, it } from 'vitest';
import { createCrashPoints } from './crash-points';

describe('the points at which a process dies', () => {
  it('are none unless they are named', () => {
    const points = createCrashPoints(undefined, () => expect.unreachable())('run');
    expect([points('before', 1), points('performed', 1)]).toEqual([null, null]);
  });

  it('are of a step and a moment of it, in whichever run comes there first', () => {
    let deaths = 0;
    const points = createCrashPoints('sent:2', () => {
      deaths += 1;
      return 'dies';
    })('run');
    expect([points('sent', 1), points('before', 2)]).toEqual([null, null]);
    expect(deaths).toBe(0);
    expect(points('sent', 2)).toBeInstanceOf(Promise);
    expect(deaths).toBe(1);
  });

  it('of several runs are waited for: each stops at its own, and the last one is the death of the process', () => {
    let deaths = 0;
    const of = createCrashPoints({ a: 'before:1', b: 'recorded:3' }, () => {
      deaths += 1;
      return 'dies';
    });
    const [a, b, other] = [of('a'), of('b'), of('other')];
    expect(a('before', 1)).toBeInstanceOf(Promise);
    expect(a('stored', 1)).toBeInstanceOf(Promise);
    expect([b('recorded', 2), other('before', 1)]).toEqual([null, null]);
    expect(deaths).toBe(0);
    b('recorded', 3);
    expect(deaths).toBe(1);
  });

  it('must be of the form that there is', () => {
    for (const place of ['performed', 'performed:0', 'done:1', ' before:1'])
      expect(() => createCrashPoints({ run: place })).toThrow('A crash point must be like "performed:3"');
  });
});
