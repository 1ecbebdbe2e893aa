import { expect, it } from 'vitest';
import type { InstancePlan } from '@/lib/model/blueprints/planned-instances';
import { instanceTurns } from './instance-turns';

it('what a blueprint has put on machines is told by turns, the same of several in one sentence', () => {
  const one = (title: string, host: string | null, turn: number): InstancePlan => ({
    ...{ serviceId: 's', serviceName: 'portal', instanceId: `${title}@${host}`, unitId: host, does: 'stop' },
    ...{ node: title, title, host, turn },
  });
  const [portal, ...others] = instanceTurns([
    one('Portal', 'web1', 1),
    one('Portal', 'web2', 1),
    one('Database', 'db1', 2),
    one('Address', null, 2),
  ]);
  expect(others).toEqual([]);
  expect(portal?.turns).toEqual([
    { turn: 1, groups: [{ does: 'stop', count: 2, nodes: [{ title: 'Portal', hosts: ['web1', 'web2'] }] }] },
    {
      turn: 2,
      groups: [
        {
          does: 'stop',
          count: 2,
          nodes: [
            { title: 'Database', hosts: ['db1'] },
            { title: 'Address', hosts: [] },
          ],
        },
      ],
    },
  ]);
});
