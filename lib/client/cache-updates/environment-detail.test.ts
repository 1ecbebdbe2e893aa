import { describe, expect, it } from 'vitest';
import { servicesReached } from '@/lib/model/reached-services';
import type { StreamedEvent } from '@/lib/model/streamed-event';
import type { EnvironmentDetailView, ListedEnvironmentView, ServiceView } from '@/lib/model/views';
import { caughtUp } from './environment-detail';

const service = (ip?: string): ServiceView => ({
  ...{ id: 'web', type: 't', name: 'web', status: 'deploying' },
  units: [{ id: 'w1', name: 'w1', ...(ip ? { state: { ip } } : {}) }],
});
const head = {
  id: 'e',
  name: 'e',
  created: '',
  updated: '',
  tenant_id: 't',
  version: 0,
  status: 'ready',
  last_outcome: null,
  deployed_status: 'nothing',
  active_kind: null,
  half_way: null,
  drafts: null,
  active_deployment_id: null,
  machines: { count: 0, up: 0, failed: 0, resting: 0, suspended: 0, drifted: 0, health: 'none' },
} as const;
const detail: EnvironmentDetailView = { ...head, event_seq: 10, services: [service()] };
const listed = (shown: Partial<ListedEnvironmentView>): ListedEnvironmentView => ({
  ...head,
  service_count: 1,
  created_by: null,
  deployed_by: null,
  event_seq: 99,
  ...shown,
});
const event = (seq: number, kind: StreamedEvent['kind'], more: Partial<StreamedEvent> = {}): StreamedEvent => ({
  ...{ environmentId: 'e', seq, runId: 'r', at: '', kind, level: 'info', entity: 'environment' },
  ...{ entityId: 'e', text: '', data: {} },
  ...more,
});
const reached = (seq: number, ip: string) => {
  const { status: _status, ...plain } = service(ip);
  const reached = servicesReached([], [plain as never]);
  return event(seq, 'effect.started', { data: { reached: JSON.parse(JSON.stringify(reached)) } });
};

describe('an environment that was asked for, and the events after it', () => {
  it('is the same when there are none, or it knows them already', () => {
    expect(caughtUp(detail, [])).toEqual({ detail, ask: false });
    const known = event(10, 'environment.renamed', { environment: listed({ name: 'x' }) });
    expect(caughtUp(detail, [known]).detail).toBe(detail);
    expect(caughtUp(detail, [event(11, 'command.finished')]).detail).toBe(detail);
  });

  it('has the name, status, version and drafts that lists show from then on', () => {
    const renamed = event(11, 'environment.renamed', { environment: listed({ name: 'x', status: 'pending' }) });
    expect(caughtUp(detail, [renamed])).toEqual({
      detail: { ...detail, name: 'x', status: 'pending', event_seq: 11 },
      ask: false,
    });
  });

  it('has its machines as far as a run has come, without being asked for', () => {
    expect(caughtUp(detail, [reached(12, '10.0.0.1'), reached(14, '10.0.0.2')])).toEqual({
      detail: { ...detail, services: [service('10.0.0.2')], event_seq: 14 },
      ask: false,
    });
  });

  it('counts each event once: the answer that arrives late gets what came meanwhile, and nothing before it', () => {
    const events = [reached(12, 'a'), reached(14, 'b')];
    expect(caughtUp({ ...detail, services: [service('a')], event_seq: 13 }, events).detail.services).toEqual([
      service('b'),
    ]);
    const late = { ...detail, services: [service('c')], event_seq: 15 };
    expect(caughtUp(late, events).detail).toBe(late);
    const once = caughtUp(detail, events).detail;
    expect(caughtUp(once, events).detail).toBe(once);
  });

  it('is asked for when a run begins or ends: it shows other services then', () => {
    for (const kind of ['run.queued', 'run.finished'] as const) {
      expect(caughtUp(detail, [event(11, kind, { environment: listed({}) })]).ask).toBe(true);
    }
  });

  it('shows the services of a draft as soon as that is deployed, where they are known', () => {
    const draft = [service(), { ...service(), id: 'new', name: 'new' }];
    const known = (sessionId: string) => (sessionId === 'draft' ? draft : undefined);
    const deployed = (sessionId: string) =>
      caughtUp(
        detail,
        [event(11, 'run.queued', { environment: listed({ status: 'deploying' }), data: { sessionId } })],
        known,
      );
    expect(deployed('draft')).toEqual({
      detail: { ...detail, status: 'deploying', services: draft, event_seq: 11 },
      ask: true,
    });
    expect(deployed('of-another').detail.services).toBe(detail.services);
  });

  it('has the machines that lists count when one of them changes outside of runs, and is not asked for', () => {
    const machines = { count: 3, up: 2, failed: 1, resting: 0, suspended: 0, drifted: 0, health: 'failed' } as const;
    const broke = event(11, 'machine.changed', { runId: null, environment: listed({ machines }) });
    expect(caughtUp(detail, [broke])).toEqual({ detail: { ...detail, machines, event_seq: 11 }, ask: false });
  });

  it('is asked for when nothing tells how it is now, but not for what a later event tells', () => {
    expect(caughtUp(detail, [event(11, 'session.changed')]).ask).toBe(true);
    const later = event(12, 'session.closed', { environment: listed({}) });
    expect(caughtUp(detail, [event(11, 'session.changed'), later]).ask).toBe(false);
  });

  it('is asked for when a run goes on from services that are not shown', () => {
    const other = { ...detail, services: [] };
    expect(caughtUp(other, [reached(12, 'a')])).toEqual({ detail: { ...other, event_seq: 12 }, ask: true });
  });
});
