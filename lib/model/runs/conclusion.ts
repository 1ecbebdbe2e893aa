import type { EnvironmentModel } from '../environment';
import { isObject, type Json } from '../json';
import { type Condition, conditionOf, withCondition } from '../operations/condition';
import type { RunState } from '../states';
import type { RunKind } from './kinds';
import { type SKIP_REASONS, UNIT_PLAN_STEPS, type UnitPlan } from './unit-plan';

/**
 * How a run ended, as every sentence about it tells it:
 * - `done`: all that was asked for is so
 * - `drifted`: it has looked, and found machines that were changed by hand
 * - `repaired`, `reinstalled`: something did not work, and was repaired; some of it by being installed anew
 * - `partly`: it came to its end, but not on every machine
 * - `failed`, `cancelled`: as it says
 */
export const RUN_VERDICTS = ['done', 'drifted', 'repaired', 'reinstalled', 'partly', 'failed', 'cancelled'] as const;
export type RunVerdict = (typeof RUN_VERDICTS)[number];

/** What came of one machine besides what was planned: `alone`: nothing was to be done; `unreached`: not all of it was. */
const OTHERWISE = ['failed', 'unreached', 'drifted', 'reinstalled', 'repaired', 'alone'] as const;

type Done = Exclude<UnitPlan['does'], 'nothing'>;
const DONE = UNIT_PLAN_STEPS.filter((step): step is Done => step !== 'nothing');

/** What was done with a machine: as planned, or what else happened. */
export const MACHINE_RESULTS = [...OTHERWISE, ...DONE];

export interface MachineConclusion {
  unitId: string;
  host: string;
  /** what was planned */
  does: UnitPlan['does'];
  /** why nothing was planned */
  because: (typeof SKIP_REASONS)[number] | null;
  result: (typeof MACHINE_RESULTS)[number];
  /** what was found changed by hand, as the machine says */
  differences: string[];
}

/** Its schema, which browsers do not need, is that of the API's run. */
export interface RunConclusion {
  verdict: RunVerdict;
  /** of a workflow, by machine: failures first, what was left alone last */
  machines: MachineConclusion[];
}

/**
 * What a run has done and found: the one place that every sentence about its end comes from.
 *
 * @param result what it answered; a run of a workflow says it by machine
 * @returns null for a run that is not over
 */
export function conclusionOf({
  kind,
  outcome,
  result,
}: {
  kind: RunKind;
  outcome: RunState;
  result: Json;
}): RunConclusion | null {
  if (outcome === 'queued' || outcome === 'running') return null;
  const machines = machinesOf(result);
  return { verdict: outcome === 'success' ? verdictOf(kind, machines) : outcome, machines };
}

/** A past document with what its run left its machines in: later ones may have changed that since. */
export function withConclusion<Model extends Pick<EnvironmentModel, 'services'>>(
  model: Model,
  run: Parameters<typeof conclusionOf>[0],
): Model {
  const found = new Map(conclusionOf(run)?.machines.map((machine) => [machine.unitId, machine]));
  if (found.size === 0) return model;
  const services = model.services.map((service) => {
    const units = service.units.map((unit) => {
      const known = conditionOf(unit);
      const concluded = found.get(unit.id);
      return known && concluded
        ? { ...unit, state: withCondition(unit.state, conditionAfter(known, concluded)) }
        : unit;
    });
    return { ...service, units };
  });
  return { ...model, services };
}

/** What is known of a machine by what came of it in a run. */
function conditionAfter(known: Condition, { result, differences }: MachineConclusion): Condition {
  switch (result) {
    case 'failed':
      return { ...known, status: { ok: false, message: '', at: null } };
    case 'drifted':
      return { ...known, state: 'started', drift: { differences, at: null } };
    case 'stop':
      return { ...known, state: 'stopped', status: null };
    case 'suspend':
      return { ...known, state: 'suspended', status: null };
    case 'start':
    case 'restart':
    case 'wake':
      return { ...known, state: 'started' };
    case 'alone':
    case 'unreached':
    case 'rollBack':
      return known;
    default:
      // it was up for that, and nothing was found to differ
      return { ...known, state: 'started', status: null, drift: { differences: [], at: null } };
  }
}

function verdictOf(kind: RunKind, machines: readonly MachineConclusion[]): RunVerdict {
  const has = (wanted: MachineConclusion['result']) => machines.some(({ result }) => result === wanted);
  if (has('failed') || has('unreached')) return 'partly';
  if (has('drifted')) return 'drifted';
  if (kind !== 'heal') return 'done';
  if (has('reinstalled')) return 'reinstalled';
  return has('repaired') ? 'repaired' : 'done';
}

function machinesOf(result: Json): MachineConclusion[] {
  if (!isObject(result) || !Array.isArray(result.plan)) return [];
  const [failed, unreached, reinstalled, repaired] = ['failed', 'unreached', 'reinstalled', 'repaired'].map((name) =>
    namesIn(result[name]),
  ) as [Set<string>, Set<string>, Set<string>, Set<string>];
  const drift = isObject(result.differences) ? result.differences : {};
  const machines = (result.plan as unknown as UnitPlan[]).map(({ unitId, host, does, because }): MachineConclusion => {
    const differences = [...namesIn(drift[host])];
    const machine = { unitId, host, does, because, differences };
    if (does === 'nothing') return { ...machine, result: 'alone' };
    if (failed.has(host)) return { ...machine, result: 'failed' };
    if (unreached.has(host)) return { ...machine, result: 'unreached' };
    if (differences.length > 0) return { ...machine, result: 'drifted' };
    if (reinstalled.has(host)) return { ...machine, result: 'reinstalled' };
    return { ...machine, result: repaired.has(host) ? 'repaired' : does };
  });
  return machines.sort((a, b) => rank(a) - rank(b));
}

const RANKS: Partial<Record<MachineConclusion['result'], number>> = {
  failed: 0,
  unreached: 1,
  drifted: 2,
  reinstalled: 3,
  repaired: 4,
  alone: 6,
};

function rank({ result }: MachineConclusion): number {
  return RANKS[result] ?? 5;
}

function namesIn(list: Json | undefined): Set<string> {
  return new Set(Array.isArray(list) ? list.map(String) : []);
}
