import { describe, expect, it } from 'vitest';
import type { EnvironmentModel, Service } from './environment';
import { removedParts, runSummary } from './run-summary';
import { EXAMPLE_TYPES, exampleDomain, exampleEnvironment, exampleUnit, exampleWeb } from './topology/testing/example';

const built = (digit: string) =>
  exampleUnit(digit, {
    state: { hostname: `web${digit}`, domain: 'acme.local', iisInstalled: true, siteInstalled: true },
  });
const web = (...digits: string[]) => exampleWeb({ units: digits.map(built) });
const summaryOf = (before: Service[], asked: Service[]) =>
  runSummary(
    { kind: 'deploy', before: exampleEnvironment(...before), asked: exampleEnvironment(...asked) },
    EXAMPLE_TYPES,
  ).map(({ change, service, machines }) => [change, service, machines]);
const [domain, site] = [exampleDomain(), web('3', '4')];

describe('what a deployment was asked to do', () => {
  it.each<[string, Service[], Service[], unknown[]]>([
    [
      'services that come',
      [],
      [domain, site],
      [
        ['added', domain.name, 2],
        ['added', site.name, 2],
      ],
    ],
    [
      'services that go before those that come',
      [domain],
      [site],
      [
        ['removed', domain.name, 2],
        ['added', site.name, 2],
      ],
    ],
    ['everything that goes', [site], [], [['removed', site.name, 2]]],
    ['machines of a service that stays', [web('3')], [web('3', '4', '5')], [['machinesAdded', site.name, 2]]],
    ['machines that go from one that stays', [web('3', '4')], [web('3')], [['machinesRemoved', site.name, 1]]],
    ['another name alone', [site], [{ ...site, name: 'store' }], [['renamed', 'store', 0]]],
    ['nothing, when nothing is to do', [site], [site], [['again', null, 0]]],
    [
      'that it goes on with what was not finished',
      [exampleWeb({ units: [built('3'), exampleUnit('4')] })],
      [exampleWeb({ units: [built('3'), exampleUnit('4')] })],
      [['continued', null, 1]],
    ],
  ])('tells %s', (_what, before, asked, changes) => {
    expect(summaryOf(before, asked)).toEqual(changes);
  });

  it('tells which machine goes on alone, whatever else is unfinished', () => {
    const asked = exampleEnvironment(exampleWeb({ units: [exampleUnit('3'), exampleUnit('4')] }));
    const [service] = asked.services;
    const unit = service?.units[0];
    const target = { entity: 'unit', serviceId: service?.id ?? '', unitId: unit?.id ?? '' } as const;
    const [change] = runSummary({ kind: 'deploy', before: asked, asked, target }, EXAMPLE_TYPES);
    expect(change).toMatchObject({ change: 'retried', service: service?.name, machines: 1 });
    expect(change?.machine).not.toBe('');
  });

  it('tells that an environment goes, with the machines there are', () => {
    const before = exampleEnvironment(site, exampleDomain());
    const asked: EnvironmentModel = { ...before, services: [] };
    expect(runSummary({ kind: 'delete', before, asked }, EXAMPLE_TYPES)).toEqual([
      { change: 'deleted', service: null, machines: 2 },
    ]);
  });
});

describe('what a deployment removes', () => {
  it('is every service that goes and every unit of one that stays, if it had a machine', () => {
    const before = exampleEnvironment(domain, web('3', '4'));
    expect(removedParts({ before, asked: exampleEnvironment(web('3')) })).toEqual([web('4')]);
    expect(removedParts({ before, asked: before })).toEqual([]);
  });
});
