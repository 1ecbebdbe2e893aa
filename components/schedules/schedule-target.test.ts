import { describe, expect, it } from 'vitest';
import type { ServiceView } from '@/lib/model/views';
import { targetIds, targetOf, targetOptions } from './schedule-target';

const SCHEDULES = {
  all: { service_id: null, unit_ids: null },
  service: { service_id: 's1', unit_ids: null },
  machine: { service_id: null, unit_ids: ['u1'] },
  machines: { service_id: null, unit_ids: ['u1', 'u2'] },
};

describe('the target of a schedule', () => {
  it.each(Object.entries(SCHEDULES))('stays as it was when nothing else is chosen: %s', (_what, schedule) => {
    expect(targetIds(targetOf(schedule), schedule)).toEqual(schedule);
  });

  it('is everything for a new one', () => {
    expect(targetIds(targetOf(null), null)).toEqual(SCHEDULES.all);
  });

  it('is one of all, the services, and their machines that are there', () => {
    const unit = (id: string, hostname: string | null) => ({ id, name: id, state: { hostname } });
    const web = { id: 's1', name: 'Web', units: [unit('u1', 'web1'), unit('u2', null)] } as unknown as ServiceView;
    const words = { whole: 'All', chosen: 'Chosen' };
    const labels = (target: string) => targetOptions(target, [web], words).map(({ label }) => label);
    expect(labels(targetOf(null))).toEqual(['All', 'Web', 'Web: web1']);
    expect(labels(targetOf(SCHEDULES.machines))).toEqual(['All', 'Chosen', 'Web', 'Web: web1']);
    const [, , machine] = targetOptions(targetOf(null), [web], words);
    expect(targetIds(machine?.value ?? '', null)).toEqual(SCHEDULES.machine);
  });
});
