import { textAt } from '@/lib/model/installed';
import type { ScheduleInput, ScheduleView } from '@/lib/model/schedules/schedule-view';
import type { ServiceView } from '@/lib/model/views';

/** All services. */
const WHOLE = 'whole';
/** The machines that the schedule has already. */
const CHOSEN = 'chosen';
/** One machine is chosen by this and the id of its unit. */
const MACHINE = 'machine:';

type Targeted = Pick<ScheduleInput, 'service_id' | 'unit_ids'>;

/** What a schedule is for, as it is chosen: the whole environment, a service by its id, a machine, or those it has already. */
export function targetOf(schedule: Pick<ScheduleView, 'service_id' | 'unit_ids'> | null): string {
  const [first, ...others] = schedule?.unit_ids ?? [];
  if (first === undefined) return schedule?.service_id ?? WHOLE;
  return others.length === 0 ? `${MACHINE}${first}` : CHOSEN;
}

/** What is asked for with a target; `schedule` as it was, null for a new one. */
export function targetIds(target: string, schedule: Pick<ScheduleView, 'unit_ids'> | null): Targeted {
  if (target.startsWith(MACHINE)) return { service_id: null, unit_ids: [target.slice(MACHINE.length)] };
  if (target === CHOSEN) return { service_id: null, unit_ids: schedule?.unit_ids ?? null };
  return { service_id: target === WHOLE ? null : target, unit_ids: null };
}

/** The targets that can be chosen, with the one that is: all, services, and the machines of each that are there. */
export function targetOptions(
  target: string,
  services: readonly ServiceView[],
  words: { whole: string; chosen: string },
): { value: string; label: string }[] {
  return [
    { value: WHOLE, label: words.whole },
    ...(target === CHOSEN ? [{ value: CHOSEN, label: words.chosen }] : []),
    ...services.flatMap((service) => [{ value: service.id, label: service.name }, ...machinesOf(service)]),
  ];
}

function machinesOf({ name, units }: ServiceView): { value: string; label: string }[] {
  return units.flatMap(({ id, state }) => {
    const host = textAt(state, 'hostname');
    return host === null ? [] : [{ value: `${MACHINE}${id}`, label: `${name}: ${host}` }];
  });
}
