import { grouped } from '../grouped';
import { type MachineStart, machineStarts } from './machine-starts';
import { after, later, leastOf, leftOf, type Moment, NOW, type Span } from './moments';
import type { PlanPlace } from './plan-progress';
import type { EffectProgress, PlannedMachine, RunPlan, RunProgress } from './projection';

/** Where something stands in time: what has begun in milliseconds since the epoch, what is to come as moments. */
export type Place =
  | { state: 'over'; from: number; to: number }
  | { state: 'running'; from: number; to: Moment }
  /** planned: nobody asked for it yet; queued: its machine is still at something else */
  | { state: 'queued' | 'planned'; from: Moment; to: Moment };

export interface Layout {
  /** of each step, in the order of the plan */
  steps: Place[];
  /** of the machines that are made: how long they start */
  boots: { machine: PlannedMachine; place: Place }[];
  end: Moment;
}

/** How a plan is laid out. */
export interface LayoutRules {
  /** what is left of something that has been under way for so many milliseconds */
  left: (span: Span, elapsedMs: number) => Span;
  /** what failed or was cancelled: it is over, or it stays as far as it came */
  halted: 'over' | 'stays';
}

/** As it is expected to go on from now. */
export const EXPECTED: LayoutRules = { left: leftOf, halted: 'over' };

/** As progress counts it, which never goes back. */
export const LEAST: LayoutRules = { left: leastOf, halted: 'stays' };

/** What is known of a machine on the way through the plan. */
interface Machine {
  /** its last work was over then; milliseconds since the epoch */
  freeSince: number;
  /** when it will be through with what it is at; null: it is free */
  busyUntil: Moment | null;
}

/**
 * Lays a plan out in time, at the usual speed of machines. Rounds follow each other, a machine that was made starts
 * before it works, and each machine does one thing after the other. Costs one walk over the plan.
 *
 * @param places of the plan's steps, in their order
 * @param now milliseconds since the epoch
 */
export function layOut(
  plan: Pick<RunPlan, 'machines' | 'boot'>,
  places: readonly Pick<PlanPlace, 'step' | 'effect'>[],
  deployment: RunProgress,
  now: number,
  { left, halted }: LayoutRules,
): Layout {
  const starts = machineStarts(deployment);
  const speed = speedOf(deployment);
  const made = grouped(plan.machines.filter(isMade), ({ round }) => round);
  const worked = new Set(places.flatMap(({ step, effect }) => (effect?.outcome == null ? [] : keyOf(step))));
  const machines = new Map<string, Machine>();
  const layout: Layout = { steps: [], boots: [], end: NOW };
  let begin = NOW;
  places.forEach((one, at) => {
    const place = placeOf(one);
    layout.steps.push(place);
    if (place.state !== 'over') layout.end = later(layout.end, place.to);
    const { round } = one.step;
    if (places[at + 1]?.step.round === round) return;
    for (const machine of made.get(round) ?? []) layOutBoot(machine, place);
    begin = layout.end;
  });
  return layout;

  function placeOf({ step, effect }: Pick<PlanPlace, 'step' | 'effect'>): Place {
    const machine = machineOf(keyOf(step));
    const isOver = effect?.outcome === 'ok' || (effect?.outcome != null && halted === 'over');
    if (effect !== null && isOver) {
      const to = instantOf(effect.endedAt, now);
      const from = Math.min(to, sinceWhen(effect, machine));
      machine.freeSince = Math.max(machine.freeSince, to);
      return { state: 'over', from, to };
    }
    const { busyUntil } = machine;
    if (effect !== null && busyUntil === null) {
      const from = sinceWhen(effect, machine);
      const until = Math.max(from, instantOf(effect.endedAt, now));
      const to = after(NOW, left(step.estimate, (until - from) * effect.speed));
      machine.busyUntil = to;
      return { state: 'running', from, to };
    }
    const from = effect === null ? later(begin, busyUntil ?? NOW) : (busyUntil ?? NOW);
    const to = after(from, left(step.estimate, 0));
    machine.busyUntil = to;
    return { state: effect === null ? 'planned' : 'queued', from, to };
  }

  function sinceWhen(effect: EffectProgress, { freeSince }: Machine): number {
    return Math.max(instantOf(effect.startedAt, now), freeSince);
  }

  function layOutBoot(machine: PlannedMachine, stack: Place): void {
    const place = bootOf(machine, stack, starts(machine));
    if (place === null) return;
    layout.boots.push({ machine, place });
    const own = machineOf(keyOf(machine));
    if (place.state === 'over') own.freeSince = place.to;
    else own.busyUntil = place.to;
  }

  /** A machine is up once the cloud says so, or once it has done something. */
  function bootOf(machine: PlannedMachine, stack: Place, seen: MachineStart | null): Place | null {
    const { boot } = plan;
    if (boot === null) return null;
    if (seen !== null && seen.to !== null) return { state: 'over', from: seen.from, to: seen.to };
    if (stack.state !== 'over') {
      const to = after(stack.to, left(boot, 0));
      return seen === null ? { state: 'planned', from: stack.to, to } : { state: 'running', from: seen.from, to };
    }
    if (worked.has(keyOf(machine))) return { state: 'over', from: stack.to, to: stack.to };
    const to = after(NOW, left(boot, Math.max(0, now - stack.to) * speed));
    return { state: 'running', from: seen?.from ?? stack.to, to };
  }

  function machineOf(key: string): Machine {
    const known = machines.get(key);
    if (known) return known;
    const fresh: Machine = { freeSince: Number.NEGATIVE_INFINITY, busyUntil: null };
    machines.set(key, fresh);
    return fresh;
  }
}

/** How fast machines are, times the usual speed, as far as the newest step tells. */
export function speedOf({ effects }: RunProgress): number {
  let newest: EffectProgress | null = null;
  for (const one of Object.values(effects)) if (newest === null || one.seq > newest.seq) newest = one;
  return newest?.speed ?? 1;
}

const isMade = ({ change }: PlannedMachine) => change === 'create' || change === 'replace';
/** What does one thing after the other: a machine, or the cloud. */
const keyOf = ({ unitId, host }: { unitId: string | null; host: string | null }) => unitId ?? host ?? 'cloud';
const instantOf = (at: string | null, otherwise: number) => (at === null ? otherwise : Date.parse(at));
