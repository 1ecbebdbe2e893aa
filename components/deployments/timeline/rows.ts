import type { NamedStep } from '@/components/status/step-words';
import type { EnvironmentModel } from '@/lib/model/environment';
import { hostNameOf } from '@/lib/model/installed';
import { effectKind } from '@/lib/model/progress/effect-kinds';
import type { EffectProgress, MachinePhase, RunProgress } from '@/lib/model/progress/projection';
import { type Removal, removalTimes } from '@/lib/model/progress/removal';
import { effectsOf, isActive, phasesOf } from '@/lib/model/progress/unit-run';
import type { UnitState } from '@/lib/model/unit-state';

/** One stretch of time on a row. Times in milliseconds since the epoch. */
export interface Segment {
  id: string;
  /**
   * effect: a step; boot and restart: the machine's own; removal: the cloud removes it; waiting: its turn has not come
   * or is over for now
   */
  kind: 'effect' | 'boot' | 'restart' | 'removal' | 'waiting';
  /** the step; null for other kinds, which their kind tells */
  step: NamedStep | null;
  from: number;
  to: number;
  state: 'running' | 'ok' | 'failed' | 'cancelled' | 'waiting' | 'planned';
  /** for the log: which effect it tells of */
  effectId: string | null;
  /** share of the commands done, 0 to 1, when the agent tells of them */
  progress: number | null;
  /** it is part of the chain that determined the end */
  critical: boolean;
  /** when it is expected to end; null for what is over, and where nobody can tell */
  expectedTo: number | null;
  /** of steps alike on several machines that are told as one: how many they are, and how many are done */
  together: { done: number; count: number } | null;
}

export interface TimelineRow {
  id: string;
  /** name of the machine; null for the cloud's work on the whole environment */
  title: string | null;
  unitId: string | null;
  /** what becomes of a machine that is not asked for any more; null for all else */
  removal: Removal | null;
  segments: Segment[];
}

export interface TimelineGroup {
  id: string;
  /** name of the service; null for what concerns the whole environment */
  title: string | null;
  serviceId: string | null;
  rows: TimelineRow[];
}

/**
 * The rows of the timeline: first the cloud's work on the whole environment, then every unit under its
 * service, in the order of the model: what goes first, what nothing is to do on last. What still runs has no end: {@link until} gives it one. `units` tells the name
 * and state of each by its id: one that is ready waits for nothing. `critical`: the effects that determined the end.
 *
 * @param model with what goes, too: `units` says of each what becomes of it
 */
export function timelineGroups(
  deployment: RunProgress,
  model: EnvironmentModel,
  units: ReadonlyMap<string, { title: string; state: UnitState; removal?: Removal | null }>,
  critical: ReadonlySet<string> = new Set(),
): TimelineGroup[] {
  const effects = effectsOf(deployment);
  const end = deployment.finishedAt === null ? OPEN : Date.parse(deployment.finishedAt);
  const shares = commandShares(deployment);
  const bar = (effect: EffectProgress) => barOf(deployment, effect, end, critical, shares);
  const cloud = effects.filter((effect) => effect.unitId === null);
  const environment: TimelineGroup = {
    id: 'environment',
    title: null,
    serviceId: null,
    rows: [{ id: 'cloud', title: null, unitId: null, removal: null, segments: cloud.map(bar) }],
  };
  const services = model.services.map((service) => ({
    id: service.id,
    title: service.name,
    serviceId: service.id,
    rows: service.units.map((unit) => {
      const host = hostNameOf(unit);
      const own = effects.filter((effect) => effect.unitId === unit.id);
      const known = units.get(unit.id);
      const waits = isActive(deployment) && known?.state !== 'ready';
      const segments = known?.removal
        ? removalSegments(deployment, unit.id, host ?? unit.name, known.removal, end)
        : unitSegments(deployment, own.map(bar), phasesOf(deployment, unit.id, host), end, waits);
      const title = known?.title ?? host ?? unit.name;
      return { id: unit.id, title, unitId: unit.id, removal: known?.removal ?? null, segments };
    }),
  }));
  const planned = deployment.plan?.steps.some(({ effect }) => effectKind(effect).lane === 'environment') ?? false;
  const busy = new Set([...effects, ...(deployment.plan?.steps ?? [])].map(({ unitId }) => unitId));
  const rank = ({ rows }: TimelineGroup) =>
    rows.some(({ removal }) => removal !== null) ? 0 : rows.some(({ unitId }) => busy.has(unitId)) ? 1 : 2;
  const ranked = services.toSorted((a, b) => rank(a) - rank(b));
  return cloud.length > 0 || planned ? [environment, ...ranked] : ranked;
}

/** The end of what still runs. */
const OPEN = Number.POSITIVE_INFINITY;

/**
 * The rows as they are at an instant: what still runs ends there for now. Rows in which nothing runs stay the same
 * objects.
 */
export function until(groups: readonly TimelineGroup[], now: number): TimelineGroup[] {
  return groups.map((group) => {
    if (!group.rows.some(isOpen)) return group;
    return { ...group, rows: group.rows.map((row) => (isOpen(row) ? { ...row, segments: closedAt(row, now) } : row)) };
  });
}

function isOpen({ segments }: TimelineRow): boolean {
  return segments.some(({ to }) => to === OPEN);
}

function closedAt({ segments }: TimelineRow, now: number): Segment[] {
  return segments.flatMap((segment) => {
    if (segment.to !== OPEN) return [segment];
    return segment.kind === 'waiting' && now - segment.from < SHORTEST_WAIT_MS ? [] : [{ ...segment, to: now }];
  });
}

/** Of a stretch that stands for itself, and whose end nobody expects. */
export const ALONE = { expectedTo: null, together: null };

function unitSegments(
  deployment: RunProgress,
  bars: Segment[],
  phases: MachinePhase[],
  end: number,
  waitsOn: boolean,
): Segment[] {
  const machine = phases.flatMap((phase, index): Segment[] => {
    if (phase.phase !== 'booting' && phase.phase !== 'rebooting') return [];
    const next = phases[index + 1];
    const boot = phase.phase === 'booting';
    return [
      {
        id: `machine-${phase.seq}`,
        kind: boot ? 'boot' : 'restart',
        step: null,
        from: Date.parse(phase.at),
        to: next ? Date.parse(next.at) : end,
        state: next ? (next.phase === 'failed' ? 'failed' : 'ok') : isActive(deployment) ? 'running' : 'ok',
        effectId: null,
        progress: null,
        critical: false,
        ...ALONE,
      },
    ];
  });
  return [...waits(deployment, [...bars, ...machine], end, waitsOn), ...bars, ...machine].sort(
    (a, b) => a.from - b.from,
  );
}

/** It waits until the cloud removes it. */
function removalSegments(
  deployment: RunProgress,
  unitId: string,
  host: string,
  removal: Removal,
  end: number,
): Segment[] {
  const times = removalTimes(deployment, unitId, host);
  const busy: Segment[] =
    times === null
      ? []
      : [
          {
            id: `removal-${unitId}`,
            kind: 'removal',
            step: null,
            from: Date.parse(times.from),
            to: times.to === null ? end : Date.parse(times.to),
            state: removal === 'removing' ? 'running' : removal === 'removed' ? 'ok' : 'failed',
            effectId: null,
            progress: null,
            critical: false,
            ...ALONE,
          },
        ];
  return [...waits(deployment, busy, end, removal === 'waiting'), ...busy].sort((a, b) => a.from - b.from);
}

function barOf(
  deployment: RunProgress,
  effect: EffectProgress,
  end: number,
  critical: ReadonlySet<string>,
  shares: ReadonlyMap<string, number>,
): Segment {
  const running = effect.outcome === null && isActive(deployment);
  return {
    id: effect.id,
    kind: 'effect',
    step: effect,
    from: Date.parse(effect.startedAt ?? ''),
    to: effect.endedAt === null ? end : Date.parse(effect.endedAt),
    // what a stopped deployment left unfinished was cut short
    state: running ? 'running' : (effect.outcome ?? 'cancelled'),
    effectId: effect.id,
    progress: running ? (shares.get(effect.id) ?? null) : null,
    critical: critical.has(effect.id),
    ...ALONE,
  };
}

/** Which share of its commands each effect has done; the agent's events are gone through once for all of them. */
function commandShares({ commands }: RunProgress): Map<string, number> {
  const done = new Map<string, { ended: number; count: number }>();
  for (const { effectId, count } of Object.values(commands)) {
    done.set(effectId, { ended: (done.get(effectId)?.ended ?? 0) + 1, count });
  }
  return new Map([...done].flatMap(([id, { ended, count }]) => (count ? [[id, Math.min(1, ended / count)]] : [])));
}

/** The gaps between what happens on a unit; after the last thing, only while it waits for more. */
function waits(deployment: RunProgress, busy: Segment[], end: number, waitsOn: boolean): Segment[] {
  const start = Date.parse(deployment.startedAt ?? deployment.queuedAt ?? '');
  if (Number.isNaN(start)) return [];
  const gaps: Segment[] = [];
  let free = start;
  const gap = (to: number) => {
    // What is open has no end to wait from.
    if (free === OPEN || to - free < SHORTEST_WAIT_MS) return;
    gaps.push({
      id: `waiting-${free}`,
      kind: 'waiting',
      step: null,
      from: free,
      to,
      state: 'waiting',
      effectId: null,
      progress: null,
      critical: false,
      ...ALONE,
    });
  };
  for (const segment of busy.toSorted((a, b) => a.from - b.from)) {
    gap(segment.from);
    free = Math.max(free, segment.to);
  }
  if (waitsOn) gap(end);
  return gaps;
}

/** Shorter pauses are the machinery's, not a wait that a person would care about. */
const SHORTEST_WAIT_MS = 250;
