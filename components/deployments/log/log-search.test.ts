import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogLine } from './log-lines';
import { findLines, neighbourMatch, piecesOf } from './log-search';

const line = (text: string, more: Partial<LogLine> = {}): LogLine => ({
  ...{ seq: 1, at: '2026-01-01T00:00:00.000Z', level: 'info', entity: 'unit', entityId: 'u', about: 'web1' },
  ...{ details: null, effectId: null, text },
  ...more,
});
const LINES = [line('Install IIS'), line('It failed', { details: 'disk full' }), line('Done', { about: 'dc1' })];

describe('searching the log', () => {
  it('finds lines that hold every word, also in the machine’s name, whatever the case', () => {
    expect(findLines(LINES, 'iis', false)).toEqual([0]);
    expect(findLines(LINES, 'WEB1', false)).toEqual([0, 1]);
    expect(findLines(LINES, 'web1 failed', false)).toEqual([1]);
  });

  it('finds details only while they are shown', () => {
    expect(findLines(LINES, 'disk', false)).toEqual([]);
    expect(findLines(LINES, 'disk', true)).toEqual([1]);
  });

  it('finds nothing when nothing is typed', () => {
    expect(findLines(LINES, '  ', true)).toEqual([]);
  });

  it('goes from match to match, and round the end', () => {
    expect([null, 2, 5, 7].map((present) => neighbourMatch([2, 5], present, 1))).toEqual([2, 5, 2, 2]);
    expect([null, 2, 5, 7].map((present) => neighbourMatch([2, 5], present, -1))).toEqual([5, 5, 2, 5]);
    expect(neighbourMatch([], null, 1)).toBeNull();
  });
});

describe('the pieces of a line', () => {
  it('mark what was searched for', () => {
    expect(piecesOf('Install IIS on web1', ['iis', 'web'])).toEqual([
      { text: 'Install ', at: 0, hit: false },
      { text: 'IIS', at: 8, hit: true },
      { text: ' on ', at: 11, hit: false },
      { text: 'web', at: 15, hit: true },
      { text: '1', at: 18, hit: false },
    ]);
  });

  it('are together the text, whatever is searched for', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.string({ minLength: 1, maxLength: 3 })),
        (text, words) => {
          const pieces = piecesOf(
            text,
            words.map((word) => word.toLowerCase()),
          );
          expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        },
      ),
    );
  });
});
