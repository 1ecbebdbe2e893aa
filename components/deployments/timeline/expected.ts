import type { PlannedStep, RunProgress } from '@/lib/model/progress/projection';
import type { Schedule } from '@/lib/model/progress/schedule';
import type { StackChange } from '@/lib/model/progress/stack-change';
import { workTimes } from '@/lib/model/progress/work-times';
import { ALONE, type Segment, type TimelineGroup, type TimelineRow } from './rows';

/**
 * The rows as their plan is laid out in time: what is still to come stands where it is expected, a step begins when its
 * machine begins with it, and one under way has its expected end. A machine that goes waits for the change of the
 * machines that it goes with. Rows that the schedule tells nothing of stay the same objects.
 *
 * @param schedule of the same run; null while nobody knows what there is to do: then bars begin with the work alone
 */
export function withExpected(
  groups: readonly TimelineGroup[],
  run: RunProgress,
  schedule: Schedule | null,
): readonly TimelineGroup[] {
  const worked = new Map(workTimes(run, Number.POSITIVE_INFINITY).map(({ id, from }) => [id, from]));
  const steps = schedule?.steps ?? [];
  const begun = new Map(steps.flatMap((one) => (one.effect === null ? [] : [[one.effect.id, one] as const])));
  const toCome = new Map<string | null, Segment[]>();
  const add = (unitId: string | null, segment: Segment) => toCome.set(unitId, [...(toCome.get(unitId) ?? []), segment]);
  steps.forEach(({ step, effect, state, from, to }, at) => {
    if (effect === null && state === 'planned')
      add(step.unitId, planned(`planned-${at}`, 'effect', from, to, namedStep(step, run)));
  });
  for (const { machine, state, from, to } of schedule?.boots ?? []) {
    const isToCome = state === 'planned' || state === 'queued';
    if (isToCome && machine.unitId !== null)
      add(machine.unitId, planned(`boot-${machine.resource}`, 'boot', from, to, null));
  }
  for (const machine of schedule === null ? [] : (run.plan?.machines ?? [])) {
    if (machine.change !== 'remove' || machine.unitId === null) continue;
    const change = steps.find(({ step }) => step.unitId === null && step.round === machine.round);
    if (change?.state === 'planned')
      add(machine.unitId, planned(`going-${machine.resource}`, 'removal', change.from, change.to, null));
  }
  return groups.map((group) => {
    const rows = group.rows.map((row) => laidOut(row, { begun, worked }, toCome.get(row.unitId) ?? []));
    return rows.some((row, at) => row !== group.rows[at]) ? { ...group, rows } : group;
  });
}

function laidOut(
  row: TimelineRow,
  { begun, worked }: { begun: ReadonlyMap<string, Schedule['steps'][number]>; worked: ReadonlyMap<string, number> },
  toCome: readonly Segment[],
): TimelineRow {
  let changed = toCome.length > 0;
  const segments = row.segments.map((segment): Segment => {
    if (segment.effectId === null) return segment;
    const place = begun.get(segment.effectId);
    const isBehind = place?.state === 'queued' || place?.state === 'planned';
    const from = isBehind ? place.from : Math.min(worked.get(segment.effectId) ?? segment.from, segment.to);
    if (place?.state !== 'running' && !isBehind && from === segment.from) return segment;
    changed = true;
    if (place?.state === 'running') return { ...segment, from, expectedTo: place.to };
    return isBehind ? { ...segment, from, to: place.to, state: 'planned', progress: null } : { ...segment, from };
  });
  return changed ? { ...row, segments: [...segments, ...toCome] } : row;
}

function planned(
  id: string,
  kind: 'effect' | 'boot' | 'removal',
  from: number,
  to: number,
  step: Segment['step'],
): Segment {
  return { id, kind, step, from, to, state: 'planned', effectId: null, progress: null, critical: false, ...ALONE };
}

/** A change of the machines is called by what the plan says becomes of them in its round. */
function namedStep({ title, unitId, round }: PlannedStep, { plan }: RunProgress): Segment['step'] {
  if (unitId !== null || title !== '') return { title, stackChange: null };
  const machines = plan?.machines.filter((machine) => machine.round === round) ?? [];
  if (machines.length === 0) return null;
  const count = (change: string) => machines.filter((machine) => machine.change === change).length;
  const none = { create: 0, inPlace: 0, replace: 0, remove: 0 };
  const stackChange: StackChange = {
    machines: { ...none, create: count('create'), replace: count('replace'), remove: count('remove') },
    others: none,
  };
  return { title, stackChange };
}
