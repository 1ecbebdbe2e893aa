import { describe, expect, it } from 'vitest';
import type { Json } from '@/lib/model/json';
import { storableResult, storableText } from './storable';

describe('what an agent sends', () => {
  it('holds no character that cannot be stored, and all others as they were', () => {
    expect(storableText('O\u0000K\u0000')).toBe('OK');
    expect(storableText('half \ud83d of a pair, and \ude00 the other')).toBe(
      'half \ufffd of a pair, and \ufffd the other',
    );
    expect(storableText('größer 😀\t\u001b[1m')).toBe('größer 😀\t\u001b[1m');
  });

  it('holds none in values and names of a result either', () => {
    expect(storableResult({ 'a\u0000': ['b\u0000', 1, null, { c: true, d: '\ud83d' }] })).toEqual({
      a: ['b', 1, null, { c: true, d: '\ufffd' }],
    });
  });

  it('ends where it would be too deep for anybody to read', () => {
    let deep: Json = 'bottom';
    for (let level = 0; level < 5_000; level += 1) deep = [deep];
    const sent = JSON.stringify(storableResult(deep));
    expect(sent).toBe(`${'['.repeat(50)}"…"${']'.repeat(50)}`);
  });
});
