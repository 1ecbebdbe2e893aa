import { describe, expect, it } from 'vitest';
import { EXAMPLE_TYPES, exampleDomain, exampleEnvironment, exampleUnit, exampleWeb } from '../topology/testing/example';
import { remainingWork } from './remaining-work';

const work = (...services: Parameters<typeof exampleEnvironment>) =>
  remainingWork(exampleEnvironment(...services), EXAMPLE_TYPES).map(({ unit, machine, joins, roles }) => [
    unit.id.charAt(0),
    machine,
    joins,
    roles.map((role) => role.id),
  ]);

describe('what is left to do', () => {
  it('is everything before the first deployment: machines, domains, roles', () => {
    expect(work(exampleDomain(), exampleWeb())).toEqual([
      ['1', true, null, ['primary']],
      ['2', true, null, ['secondary']],
      ['3', true, 'acme.local', ['iis', 'site']],
    ]);
  });

  it('is only what was not reached, and nothing for a unit that is as asked', () => {
    const state = { hostname: 'web1', domain: 'acme.local', iisInstalled: true };
    expect(work(exampleWeb({ units: [exampleUnit('3', { state })] }))).toEqual([['3', false, null, ['site']]]);
    expect(work(exampleWeb({ units: [exampleUnit('3', { state: { ...state, siteInstalled: true } })] }))).toEqual([]);
  });
});
