import { effectKind } from './effect-kinds';
import { machineStarts } from './machine-starts';
import type { EffectProgress, RunProgress } from './projection';
import { effectsOf } from './unit-run';

/** When something was under way in a run. Times in milliseconds since the epoch. */
export interface WorkTime {
  /** of a step the id of its effect */
  id: string;
  /** the step; null: the machine was starting */
  effect: EffectProgress | null;
  unitId: string | null;
  host: string | null;
  from: number;
  to: number;
  /** it goes on */
  isOpen: boolean;
}

/**
 * When each step of a run was worked on, and when machines were starting for the first time. A machine does one thing after
 * the other: a step that it was asked for while it still started, or was at another, counts from when it began with it. A
 * start counts from when the cloud had made the machine. Everything that tells how long something took asks here.
 *
 * @param now ends what still goes on, in milliseconds since the epoch; infinite: it has no end, and nothing waits for it
 * @returns in the order in which they were asked for; starts after the first step of their machine
 */
export function workTimes(run: RunProgress, now: number): WorkTime[] {
  const end = run.finishedAt === null ? now : Date.parse(run.finishedAt);
  const endOf = ({ endedAt }: EffectProgress) => (endedAt === null ? end : Date.parse(endedAt));
  const effects = effectsOf(run);
  const changes = effects.filter(({ kind }) => effectKind(kind).lane === 'environment');
  const startOf = machineStarts(run);
  const freeSince = new Map<string, number>();
  const times: WorkTime[] = [];
  for (const effect of effects) {
    const { id, unitId, host } = effect;
    const asked = Date.parse(effect.startedAt ?? '');
    const to = endOf(effect);
    const isOpen = effect.endedAt === null;
    const machine = unitId ?? host;
    if (machine === null) {
      times.push({ id, effect, unitId, host, from: asked, to, isOpen });
      continue;
    }
    const free = freeSince.get(machine) ?? asked;
    const start = startOf(effect);
    const up = start === null ? asked : (start.to ?? end);
    // one that was made anew in mid-run did its earlier steps before that
    const waited = start !== null && start.from < to ? up : asked;
    const from = Math.min(to, Math.max(...[asked, free, waited].filter(Number.isFinite)));
    freeSince.set(machine, Math.max(free, to));
    times.push({ id, effect, unitId, host, from, to, isOpen });
    const startId = `start-${machine}`;
    if (start === null || times.some((one) => one.id === startId)) continue;
    const madeBy = changes.filter(({ startedAt }) => Date.parse(startedAt ?? '') <= start.from).map(endOf);
    const made = Math.max(start.from, ...madeBy.filter((at) => at < up));
    if (made < up) {
      times.push({ id: startId, effect: null, unitId, host, from: made, to: up, isOpen: start.to === null });
    }
  }
  return times;
}
