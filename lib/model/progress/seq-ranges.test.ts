import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSeq, hasSeq, joinSeqs, lastSeqOf, type SeqRanges } from './seq-ranges';

const numbers = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 80 });
const setOf = (seqs: number[]) => seqs.reduce<SeqRanges>(addSeq, []);

describe('a set of event numbers', () => {
  it('holds exactly what was added, in any order', () => {
    fc.assert(
      fc.property(numbers, (seqs) => {
        const set = setOf(seqs);
        for (let seq = 0; seq <= 61; seq++) expect(hasSeq(set, seq)).toBe(seqs.includes(seq));
      }),
    );
  });

  it('is the same set for the same numbers, whatever their order', () => {
    fc.assert(
      fc.property(numbers, (seqs) => {
        expect(setOf(seqs)).toEqual(setOf(seqs.toSorted((a, b) => a - b)));
      }),
    );
  });

  it('is one range for a log without gaps', () => {
    expect(setOf([3, 1, 2, 4])).toEqual([[1, 4]]);
  });

  it('is joined with another one as if the numbers of both were added', () => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        expect(joinSeqs(setOf(one), setOf(other))).toEqual(setOf([...one, ...other]));
      }),
    );
  });

  it('knows its largest number', () => {
    expect(lastSeqOf([])).toBe(0);
    expect(lastSeqOf(setOf([7, 2]))).toBe(7);
  });

  it('stays the same object when nothing is new', () => {
    const set = setOf([1, 2]);
    expect(addSeq(set, 2)).toBe(set);
  });
});
