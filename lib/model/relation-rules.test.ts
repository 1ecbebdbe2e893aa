import { describe, expect, it } from 'vitest';
import { sameValueProblems, unitRelationProblems } from './relation-rules';
import { MASK } from './secret';
import { type PropertyKind, PropertySchema, ServiceTypeSchema } from './service-type';

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

describe('a name that must differ from another one of its service', () => {
  const of = (kind: PropertyKind) => [
    PropertySchema.parse({ name: 'first', kind, label: 'First' }),
    PropertySchema.parse({ name: 'second', kind, label: 'Second', differsFrom: 'first' }),
  ];
  const codes = (kind: PropertyKind, first: string, second: string) =>
    sameValueProblems({ owner: { first, second }, properties: of(kind) }, '').map(({ code }) => code);

  it.each<PropertyKind>(['hostName', 'accountName', 'domainName', 'hostnamePattern', 'membershipRef'])(
    'is the same to Windows in another case: %s',
    (kind) => {
      expect(codes(kind, 'sql', 'SQL')).toEqual(['must_differ']);
      expect(codes(kind, 'sql', 'sql2')).toEqual([]);
    },
  );

  it('is another one in another case where Windows does not compare it', () => {
    expect(codes('string', 'sql', 'SQL')).toEqual([]);
    expect(codes('password', 'Velvet-93', 'velvet-93')).toEqual([]);
  });
});

describe('machines of a cluster of which one is the primary', () => {
  const type = ServiceTypeSchema.parse({
    ...{ type: 'cluster', package: 'com.example.Cluster', version: '1', title: 'Cluster', summary: '' },
    ...{ properties: [], form: [], roles: [], units: { min: 1, max: 8, default: 2, noun: 'node' } },
    unitProperties: [
      { name: 'isMaster', kind: 'boolean', label: 'Primary' },
      { name: 'isSync', kind: 'boolean', label: 'Synchronous copy', trueWith: 'isMaster' },
    ],
    unitLimits: [{ property: 'isSync', max: 2 }],
  });
  const [primary, synchronous, other] = [
    { isMaster: true, isSync: true },
    { isMaster: false, isSync: true },
    { isMaster: false, isSync: false },
  ];

  it('are fine where the primary one is synchronous, whatever the others are', () => {
    for (const units of [[primary], [primary, synchronous], [other, primary, other], [other]]) {
      expect(unitRelationProblems(units, type)).toEqual([]);
    }
  });

  it.each([
    ['is not synchronous', { isMaster: true, isSync: false }],
    ['says nothing of it', { isMaster: true }],
  ])('are refused where the primary one %s', (_how, unit) => {
    expect(unitRelationProblems([synchronous, unit], type)).toEqual([
      {
        path: 'units.1.isSync',
        code: 'must_be_true',
        sentence: 'The node that is the "Primary" must have "Synchronous copy".',
      },
    ]);
  });

  it('are refused from the first one on that is synchronous beyond the limit', () => {
    expect(unitRelationProblems([synchronous, other, primary, synchronous, synchronous], type)).toEqual(
      [3, 4].map((unit) => ({
        path: `units.${unit}.isSync`,
        code: 'too_many',
        sentence: 'At most 2 nodes can have "Synchronous copy".',
      })),
    );
  });
});
