import { describe, expect, it } from 'vitest';
import { sameValueProblems } from './relation-rules';
import { MASK } from './secret';
import { PropertySchema } from './service-type';

const admin = PropertySchema.parse({ name: 'admin', kind: 'password', label: 'Administrator password' });
const recovery = PropertySchema.parse({ name: 'recovery', kind: 'password', label: 'Recovery', differsFrom: 'admin' });
const sealed = (letter: string, payload: string) => `vetro:secret:v1:${letter.repeat(22)}:${payload}.`;
const fingerprint = (plain: string) => (plain === 'Velvet-93' ? 'A'.repeat(22) : 'Z'.repeat(22));

const problems = (mine: string, ofService: string) =>
  sameValueProblems({ owner: { recovery: mine }, properties: [recovery] }, 'units.0.', {
    service: { owner: { admin: ofService }, properties: [admin] },
    fingerprint,
  });

describe('a password of a machine that must differ from one of its service', () => {
  it.each([
    ['typed alike', 'Velvet-93', 'Velvet-93'],
    ['sealed, and typed alike', sealed('A', 'one'), 'Velvet-93'],
    ['typed, and sealed alike', 'Velvet-93', sealed('A', 'two')],
    ['both sealed alike', sealed('A', 'one'), sealed('A', 'two')],
  ])('is refused: %s', (_how, mine, ofService) => {
    expect(problems(mine, ofService)).toEqual([
      {
        path: 'units.0.recovery',
        code: 'must_differ',
        sentence: '"Recovery" must differ from "Administrator password".',
      },
    ]);
  });

  it.each([
    ['another one', 'Velvet-94', 'Velvet-93'],
    ['sealed, another one', sealed('B', 'one'), sealed('A', 'two')],
    ['masked, and nobody knows', MASK, MASK],
  ])('is fine: %s', (_how, mine, ofService) => {
    expect(problems(mine, ofService)).toEqual([]);
  });
});
