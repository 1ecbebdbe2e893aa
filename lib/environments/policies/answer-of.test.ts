import { describe, expect, it } from 'vitest';
import type { Service } from '@/lib/model/environment';
import type { ServiceType } from '@/lib/model/service-type';
import { answerOf, propertiesRead } from './answer-of';

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

describe('the answer that a rule is about', () => {
  it('is what the rule reads of a machine, by the name that machines have it under', () => {
    const text = 'e(o) :- murano:properties(o, "flavor", f), cloud:flavors(f, c, m, d)';
    expect(propertiesRead(text)).toEqual(['flavor']);
    expect(answerOf(propertiesRead(text), service, 'u0', type)).toBe('size');
  });

  it('is a question of one machine where each has its own', () => {
    expect(answerOf(['zone'], service, 'u1', type)).toBe('units.1.zone');
    expect(answerOf(['zone'], service, null, type)).toBeNull();
  });

  it('is the name only where the rule reads nothing else', () => {
    expect(answerOf(['name', 'flavor'], service, 'u0', type)).toBe('size');
    expect(answerOf(['name'], service, null, type)).toBe('name');
  });

  it('is not guessed among several, and never one that nobody is asked', () => {
    expect(answerOf(['flavor', 'domain'], service, 'u0', type)).toBeNull();
    expect(answerOf(['secret'], service, null, type)).toBeNull();
    expect(answerOf([], service, null, type)).toBeNull();
  });
});
