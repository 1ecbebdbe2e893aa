import { describe, expect, it } from 'vitest';
import { type Guide, NO_GUIDE } from '../guide';
import type { Failure } from './failure';
import { failureAdvice } from './failure-advice';

const failure = (more: Partial<Failure>): Failure => ({
  id: 'f',
  what: { kind: 'step', step: { kind: 'plan', title: 'MakePool', stackChange: null } },
  host: 'web1',
  sentence: 'It failed.',
  unitId: 'u',
  serviceId: 's',
  where: 'New-Pool',
  ownWords: 'Access is denied.',
  code: 'plan_failed',
  details: {},
  at: null,
  ...more,
});

const refused = (ownWords: string) => failureAdvice(failure({ code: 'stack_failed', ownWords }), NO_GUIDE).causes;

describe('advice on a failure', () => {
  it('is what the first entry of its packages says that fits in command, step, code and words', () => {
    const entry = { causes: ['Somebody changed it.'], checks: [], repairs: [] };
    const guide: Guide = {
      ...NO_GUIDE,
      failures: [
        { ...entry, command: 'Other', means: 'not this' },
        { ...entry, command: 'new-pool', matches: 'no such pool', means: 'not this either' },
        { ...entry, step: 'MakePool', matches: 'access is DENIED', means: 'It may not.' },
        { ...entry, code: 'plan_failed', means: 'too late' },
      ],
    };
    expect(failureAdvice(failure({}), guide)).toEqual({
      means: 'It may not.',
      causes: [{ text: 'Somebody changed it.' }],
    });
  });

  it('searches for the words of a package however they repeat', () => {
    const entry = { causes: [], checks: [], repairs: [], matches: '(a+)+b' };
    const guide: Guide = { ...NO_GUIDE, failures: [{ ...entry, means: 'It is b.' }] };
    expect(failureAdvice(failure({ ownWords: 'a'.repeat(60) }), guide).means).toBeNull();
    expect(failureAdvice(failure({ ownWords: `${'A'.repeat(60)}B${'.'.repeat(2000)}` }), guide).means).toBe('It is b.');
  });

  it('goes by the words of the cloud where no package says anything', () => {
    expect(refused('Quota exceeded for instances')).toEqual([{ known: 'quotaUsed' }]);
    expect(refused('No valid host was found.')).toEqual([{ known: 'cloudFull' }]);
    expect(refused('The network 5 is in use')).toEqual([{ known: 'networkInUse' }]);
    expect(refused('Flavor m9 could not be found')).toEqual([{ known: 'imageGone' }]);
    expect(refused('Boom')).toEqual([{ known: 'cloudTrouble' }, { known: 'moment' }]);
  });

  it('knows why agents are silent, and of a run that ended otherwise nothing', () => {
    expect(failureAdvice(failure({ code: 'agent_silent' }), NO_GUIDE).causes[0]).toEqual({ known: 'machineDown' });
    expect(failureAdvice(failure({ code: 'unknown' }), NO_GUIDE).causes).toEqual([]);
  });
});
