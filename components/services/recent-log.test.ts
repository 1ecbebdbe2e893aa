import { describe, expect, it } from 'vitest';
import type { VetroEvent } from '@/lib/model/event';
import type { ServiceView } from '@/lib/model/views';
import { recentReports } from './recent-log';

const event = (seq: number, entityId: string, kind: VetroEvent['kind'] = 'report'): VetroEvent => ({
  environmentId: 'e',
  seq,
  deploymentId: 'd',
  at: '2030-01-01T00:00:00Z',
  kind,
  level: 'info',
  entity: 'unit',
  entityId,
  text: `number ${seq}`,
  data: {},
});
const service: ServiceView = { id: 's', type: 't', name: 'n', status: 'ready', units: [{ id: 'u', name: 'one' }] };

describe('what was said about a service', () => {
  it('is the reports on it and its machines, the newest first, and no more than asked for', () => {
    const events = [event(1, 's'), event(2, 'other'), event(3, 'u'), event(4, 'u', 'effect.started'), event(5, 's')];
    expect(recentReports(events, service, 9).map(({ seq }) => seq)).toEqual([5, 3, 1]);
    expect(recentReports(events, service, 2).map(({ seq }) => seq)).toEqual([5, 3]);
    expect(recentReports([], service, 2)).toEqual([]);
  });
});
