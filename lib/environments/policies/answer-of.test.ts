import { describe, expect, it } from 'vitest';
import type { Service } from '@/lib/model/environment';
import type { ServiceType } from '@/lib/model/service-type';
import { answersOf } from './answer-of';

const type = {
  properties: [
    { name: 'name', kind: 'name' },
    { name: 'size', kind: 'flavor' },
    { name: 'domain', kind: 'membershipRef' },
    { name: 'secret', kind: 'string', hidden: true },
  ],
  unitProperties: [{ name: 'zone', kind: 'availabilityZone' }],
} as unknown as ServiceType;
const service = { id: 's', units: [{ id: 'u0' }, { id: 'u1' }] } as unknown as Service;
const of = (objectId: string, ...names: string[]) => names.map((name) => ({ objectId, name }));

describe('the answer that a rule is about', () => {
  it('is what the verdict rests on, by the name that machines have it under', () => {
    expect(answersOf(of('u0', 'flavor'), service, 'u0', type)).toEqual(['size']);
    expect(answersOf(of('u0-web', 'flavor'), service, 'u0', type)).toEqual(['size']);
    expect(answersOf(of('s', 'domain'), service, null, type)).toEqual(['domain']);
  });

  it('is a question of one machine where each has its own', () => {
    expect(answersOf(of('u1', 'zone'), service, 'u1', type)).toEqual(['units.1.zone']);
    expect(answersOf(of('u1', 'zone'), service, null, type)).toEqual(['units.1.zone']);
    expect(answersOf([...of('u0', 'zone'), ...of('u1', 'zone')], service, 'u1', type)).toEqual(['units.1.zone']);
  });

  it('is the name last, and otherwise in the order of the rules', () => {
    expect(answersOf(of('u0', 'name', 'flavor'), service, 'u0', type)).toEqual(['size', 'name']);
    expect(answersOf(of('s', 'name'), service, null, type)).toEqual(['name']);
    expect(answersOf([...of('s', 'domain'), ...of('u0', 'flavor')], service, 'u0', type)).toEqual(['domain', 'size']);
  });

  it('is none of another service, and never one that nobody is asked', () => {
    expect(answersOf(of('other', 'domain'), service, null, type)).toEqual([]);
    expect(answersOf(of('s', 'secret'), service, null, type)).toEqual([]);
    expect(answersOf([], service, null, type)).toEqual([]);
  });
});
