import type { InstancePlan } from '@/lib/model/blueprints/planned-instances';
import type { SkipReason, UnitPlan } from '@/lib/model/runs/unit-plan';
import type { UnitTurn } from '@/lib/model/runs/unit-turns';
import { hostNodeId, type Topology, type TopologyNode } from '@/lib/model/topology/graph';

/** What a plan does with a part, and when. */
export interface PlannedStep {
  does: Exclude<UnitPlan['does'], 'nothing'>;
  /** null where everything goes at once */
  turn: number | null;
}

/** What a plan says of one box of the picture. */
export interface PlanMark {
  /** in order; none: it stays as it is */
  steps: readonly PlannedStep[];
  /** why nothing is done with a machine that was asked for; null for all others */
  because: SkipReason | null;
}

const UNTOUCHED: PlanMark = { steps: [], because: null };

/**
 * What a plan says of the machines of a picture, and of what stands on them where it tells that too.
 *
 * @param instances what it does with node instances of blueprints
 * @returns marks by the id of the node: of every machine, and of parts with which something is done
 */
export function planMarks(
  { nodes }: Pick<Topology, 'nodes'>,
  units: readonly UnitTurn[],
  instances: readonly InstancePlan[],
): Map<string, PlanMark> {
  const isOrdered = units.some(({ turn }) => turn > 1);
  const machines = new Map(units.map((unit) => [hostNodeId(unit.unitId), unit]));
  const parts = partsOf(instances);
  const marks = new Map<string, PlanMark>();
  for (const node of nodes) {
    if (node.kind === 'host') marks.set(node.id, markOf(machines.get(node.id), isOrdered));
    const steps = parts.get(placeOf(node));
    if (steps) marks.set(node.id, { steps, because: null });
  }
  return marks;
}

function markOf(unit: UnitTurn | undefined, isOrdered: boolean): PlanMark {
  if (!unit) return UNTOUCHED;
  const { does, because, turn } = unit;
  return does === 'nothing' ? { steps: [], because } : { steps: [{ does, turn: isOrdered ? turn : null }], because };
}

/** What is done with the instances of each node, by the places of what draws them: each step once, in order. */
function partsOf(instances: readonly InstancePlan[]): Map<string, PlannedStep[]> {
  const last = new Map<string, number>();
  for (const { serviceId, turn } of instances) last.set(serviceId, Math.max(last.get(serviceId) ?? 0, turn));
  const parts = new Map<string, PlannedStep[]>();
  for (const { serviceId, node, unitId, does, turn: planned } of instances) {
    if (does === 'nothing') continue;
    const turn = last.get(serviceId) === 1 ? null : planned;
    for (const place of [`${node}@${unitId}`, `${node}@${serviceId}`]) {
      const steps = parts.get(place) ?? [];
      if (!steps.some((step) => step.does === does && step.turn === turn)) steps.push({ does, turn });
      parts.set(place, steps);
    }
  }
  return parts;
}

/** A role, an application or something shared without its kind: which node it draws, and of what. */
function placeOf({ id, kind }: Pick<TopologyNode, 'id' | 'kind'>): string {
  return kind === 'role' || kind === 'application' || kind === 'shared' ? id.slice(id.indexOf(':') + 1) : '';
}

/** How many machines have the same done with them, in the order in which they first appear. */
export function countedSteps(marks: readonly PlanMark[]): { does: UnitPlan['does']; count: number }[] {
  const counts = new Map<UnitPlan['does'], number>();
  for (const { steps } of marks) {
    const does = steps.at(-1)?.does ?? 'nothing';
    counts.set(does, (counts.get(does) ?? 0) + 1);
  }
  const { nothing, ...touched } = Object.fromEntries(counts) as Partial<Record<UnitPlan['does'], number>>;
  const entries = Object.entries(touched) as [UnitPlan['does'], number][];
  return [...entries, ...(nothing ? [['nothing', nothing] as const] : [])].map(([does, count]) => ({ does, count }));
}

/** The turns in which something is done with parts, each once, in order; none where everything goes at once. */
export function turnsOf(marks: readonly PlanMark[]): number[] {
  const turns = marks.flatMap(({ steps }) => steps.flatMap(({ turn }) => turn ?? []));
  return [...new Set(turns)].sort((a, b) => a - b);
}
