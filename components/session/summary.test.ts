import { describe, expect, it } from 'vitest';
import type { ModelChange } from '@/lib/model/diff';
import type { ServiceView } from '@/lib/model/views';
import { effectSentence, groupByService, machineEffect } from './summary';

const service = (id: string, ...units: string[]): ServiceView => ({
  id,
  type: 'webServer',
  name: id,
  status: 'ready',
  units: units.map((unit) => ({ id: unit, name: unit })),
});
const change = (facts: Partial<ModelChange>): ModelChange => ({
  kind: 'propertyChanged',
  impact: 'settings',
  serviceId: 'web',
  serviceName: 'web',
  serviceType: 'webServer',
  sentence: '',
  ...facts,
});

describe('what deploying a draft does to machines', () => {
  it('counts all machines of a new service, and those that a removed one has now', () => {
    const changes = [
      change({ kind: 'serviceAdded', impact: 'create', serviceId: 'ad' }),
      change({ kind: 'serviceRemoved', impact: 'remove', serviceId: 'old' }),
      change({ kind: 'unitAdded', impact: 'create', serviceId: 'web' }),
    ];
    const effect = machineEffect(changes, [service('ad', '1', '2'), service('web', '3', '4')], [service('old', '5')]);
    expect(effect).toEqual({ created: 3, replaced: 0, removed: 1 });
    expect(effectSentence(effect)).toBe('Deploying creates 3 machines and removes 1 machine.');
  });

  it('counts a machine once, however many of its changes set it up anew', () => {
    const changes = [
      change({ impact: 'replace', property: 'flavor' }),
      change({ impact: 'replace', property: 'osImage' }),
      change({ impact: 'replace', unitId: '1' }),
    ];
    const deployed = [service('web', '1', '2')];
    expect(machineEffect(changes, deployed, deployed)).toEqual({ created: 0, replaced: 2, removed: 0 });
  });

  it('says so when no machine is touched', () => {
    expect(effectSentence({ created: 0, replaced: 0, removed: 0 })).toContain('no machine');
  });
});

describe('the changes of a draft', () => {
  it('are told service by service', () => {
    const groups = groupByService([change({}), change({ serviceId: 'ad', serviceName: 'ad' }), change({})]);
    expect(groups.map((group) => [group.serviceName, group.changes.length])).toEqual([
      ['web', 2],
      ['ad', 1],
    ]);
  });
});
