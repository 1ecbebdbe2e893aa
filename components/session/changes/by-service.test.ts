import { describe, expect, it } from 'vitest';
import type { ModelChange } from '@/lib/model/diff';
import { groupByService } from './by-service';

const change = (serviceName: string): ModelChange => ({
  kind: 'propertyChanged',
  impact: 'settings',
  serviceId: serviceName,
  serviceName,
  serviceType: 'webServer',
  sentence: '',
});

describe('the changes of a draft', () => {
  it('are told service by service, in the order in which the services first come', () => {
    const groups = groupByService([change('web'), change('ad'), change('web')]);
    expect(groups.map((group) => [group.serviceName, group.changes.length])).toEqual([
      ['web', 2],
      ['ad', 1],
    ]);
  });
});
