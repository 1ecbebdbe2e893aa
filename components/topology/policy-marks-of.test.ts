import { describe, expect, it } from 'vitest';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import { policyMarks } from './policy-marks-of';

const NODES = [
  { id: 'service-a', kind: 'service', serviceId: 'a', unitId: null },
  { id: 'host-a1', kind: 'host', serviceId: 'a', unitId: 'a1' },
] as const;

const said = (about: Partial<PolicyVerdict>): PolicyVerdict => ({
  policyId: 'p',
  policy: 'Sizes',
  kind: 'error',
  stops: true,
  not_enforced: false,
  sentence: 'Too large',
  object_id: null,
  service_id: 'a',
  service_name: 'a',
  unit_id: null,
  property: null,
  ...about,
});

describe('the boxes that policies speak of', () => {
  it('are the machine where a rule is about one, else its service', () => {
    const marks = policyMarks([said({ unit_id: 'a1' }), said({ sentence: 'Too few' })], NODES);
    expect([...marks]).toEqual([
      ['host-a1', { stops: true, sentences: ['Too large'] }],
      ['service-a', { stops: true, sentences: ['Too few'] }],
    ]);
  });

  it('say everything about one box once, and stop when one of it stops', () => {
    const warning = said({ stops: false, kind: 'warning', sentence: 'Rather large' });
    expect(policyMarks([warning, said({}), said({})], NODES).get('service-a')).toEqual({
      stops: true,
      sentences: ['Rather large', 'Too large'],
    });
  });

  it('are not those that policies change by themselves, nor what is not in the picture', () => {
    expect(policyMarks([said({ kind: 'modification' }), said({ service_id: 'b' })], NODES).size).toBe(0);
  });
});
