import { workflowOf } from '@/components/status/run-title';
import type { NamedStep } from '@/components/status/step-words';
import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';
import { hostNameOf, hostOf, isComplete, textAt } from '@/lib/model/installed';
import { type Condition, conditionOf, differencesOf, isBroken } from '@/lib/model/operations/condition';
import { planProgress } from '@/lib/model/progress/plan-progress';
import type { RunProgress } from '@/lib/model/progress/projection';
import { REMOVAL_STATES, type Removal, removalOf } from '@/lib/model/progress/removal';
import {
  effectsOf,
  isActive,
  isRecorded,
  stoppedInTrouble,
  troubleOf,
  type UnitRun,
  unitRun,
} from '@/lib/model/progress/unit-run';
import { unitStateOf } from '@/lib/model/progress/unit-state-of';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { ServiceType } from '@/lib/model/service-type';
import { isResting, type UnitState } from '@/lib/model/unit-state';
import { unitTitle } from '@/lib/model/unit-title';

/** One unit as a deployment's page shows it. */
export interface RunUnit {
  unitId: string;
  serviceId: string;
  serviceName: string;
  title: string;
  state: UnitState;
  /** what it is doing, or how it ended */
  line: UnitLine;
  /** it is not asked for any more: what becomes of it; null for one that stays or comes */
  removal: Removal | null;
  /** the run was stopped while a step of it had met an obstacle */
  stoppedInTrouble: boolean;
  uri: string | null;
}

/** What there is to say of a unit, for `useRunWords` to put into words. */
export type UnitLine =
  | { kind: 'restarting' | 'starting' | 'creating' | 'waiting' | 'done' | 'nothing' | 'leftUnfinished' | 'notFinished' }
  | { kind: 'replacing' | 'notRecorded' | 'drifted' | 'brokenAnyway' }
  | { kind: 'removal'; removal: Removal }
  | { kind: 'step' | 'stepFailed'; step: NamedStep }
  | { kind: 'trouble'; text: string }
  | { kind: 'failed'; issue: string | null };

/** What a deployment is doing as a whole. */
export type Activity =
  | { kind: 'queued' | 'deciding' }
  | { kind: 'step'; step: NamedStep & { host: string | null }; others: number };

/**
 * The units of a deployment with their state in it: first those that it was asked to remove, then the others in the
 * order of its document.
 *
 * @param removed the services that go, with their units; of one that stays only the units that go
 */
export function runUnits(
  deployment: RunProgress,
  model: EnvironmentModel,
  types: readonly ServiceType[],
  removed: readonly Service[] = [],
): RunUnit[] {
  return [...removed.flatMap((service) => unitsGoing(deployment, service)), ...unitsThere(deployment, model, types)];
}

/** Machines by how a deployment leaves them, or would if it ended now. */
export interface UnitsLeft {
  ready: RunUnit[];
  failed: RunUnit[];
  /** not as asked yet */
  unfinished: RunUnit[];
  /** to be removed, and still there or perhaps */
  notRemoved: RunUnit[];
}

/** Sorts the machines of a deployment by how it leaves them; those that are gone are in none. */
export function unitsLeft(units: readonly RunUnit[]): UnitsLeft {
  const there = units.filter(({ removal }) => removal === null);
  return {
    ready: there.filter(({ state }) => isAsAsked(state)),
    failed: there.filter(({ state, line }) => state === 'failed' && line.kind !== 'brokenAnyway'),
    unfinished: there.filter(({ state }) => !isAsAsked(state) && state !== 'failed'),
    notRemoved: units.filter(({ removal }) => removal !== null && removal !== 'removed'),
  };
}

/** Those that a run is about: a workflow leaves alone whoever is not meant, and says nothing of them. */
export function unitsMeant(units: readonly RunUnit[], kind: RunKind): readonly RunUnit[] {
  return workflowOf(kind) === null
    ? units
    : units.filter(({ line }) => line.kind !== 'nothing' && line.kind !== 'brokenAnyway');
}

/** What rests because somebody wanted it so is as it was asked for. */
export function isAsAsked(state: UnitState): boolean {
  return state === 'ready' || isResting(state);
}

function unitsGoing(deployment: RunProgress, service: Service): RunUnit[] {
  return service.units.map((unit) => {
    const host = hostOf(unit);
    const removal = removalOf(deployment, unit.id, host);
    return {
      unitId: unit.id,
      serviceId: service.id,
      serviceName: service.name,
      title: host,
      state: REMOVAL_STATES[removal],
      line: { kind: 'removal', removal },
      removal,
      stoppedInTrouble: false,
      uri: null,
    };
  });
}

function unitsThere(deployment: RunProgress, model: EnvironmentModel, types: readonly ServiceType[]): RunUnit[] {
  const planned = plannedUnits(deployment);
  return model.services.flatMap((service) => {
    const type = types.find((candidate) => candidate.type === service.type) ?? null;
    return service.units.map((unit) => {
      const host = hostNameOf(unit);
      const run = unitRun(deployment, unit.id, host);
      const state = stateInRun(deployment, run, planned(unit.id), type, service, unit);
      return {
        unitId: unit.id,
        serviceId: service.id,
        serviceName: service.name,
        title: host ?? run.effects[0]?.host ?? run.machine?.host ?? unitTitle(type, service, unit),
        state,
        line: lineOf(deployment, run, state, unit.id, {
          isDrifted: isOnlyDrifted(run, unit),
          isBrokenAnyway: run.effects.length === 0 && planned(unit.id) === null && isFoundBroken(deployment, unit),
        }),
        removal: null,
        stoppedInTrouble: stoppedInTrouble(run),
        uri: textAt(service, 'uri'),
      };
    });
  });
}

/** Of what is planned for a unit: all went well, some is to come, or nothing is known. */
type Planned = 'over' | 'open' | null;

/** How far what is planned is, by unit: their document tells it only once the others of their round are over. */
function plannedUnits(deployment: RunProgress): (unitId: string) => Planned {
  const { plan } = deployment;
  if (!plan?.complete) return () => null;
  const planned = new Map<string | null, Planned>();
  for (const { step, effect } of planProgress(plan, deployment).steps) {
    const isOpen = effect?.outcome !== 'ok' || planned.get(step.unitId) === 'open';
    planned.set(step.unitId, isOpen ? 'open' : 'over');
  }
  return (unitId) => planned.get(unitId) ?? null;
}

function stateInRun(
  deployment: RunProgress,
  run: UnitRun,
  planned: Planned,
  type: ServiceType | null,
  service: Service,
  unit: Unit,
): UnitState {
  const complete = isComplete(type, service, unit);
  // a past deployment's document does not hold what it reached, so its effects must tell
  const wentWell = run.effects.length > 0 && run.effects.every((effect) => effect.outcome === 'ok');
  const reached =
    complete || planned === 'over' || deployment.outcome === 'success' || (!isActive(deployment) && wentWell);
  const state = unitStateOf({
    ...{ asked: true, complete: reached, deployment, run, machine: run.machine },
    condition: conditionAtEnd(deployment, unit),
  });
  // it works, and its turn is to come: between a stop and its start, or before it
  return state === 'ready' && isActive(deployment) && planned === 'open' ? 'waiting' : state;
}

/** The condition that a run has left a unit in: what was found out after its end is not of this run. */
function conditionAtEnd({ finishedAt }: RunProgress, unit: Unit): Condition | null {
  const condition = conditionOf(unit);
  const at = condition?.status?.at ?? null;
  const isLater = finishedAt !== null && at !== null && Date.parse(at) > Date.parse(finishedAt);
  return condition !== null && isLater ? { ...condition, status: null } : condition;
}

function lineOf(
  deployment: RunProgress,
  run: UnitRun,
  state: UnitState,
  unitId: string,
  { isDrifted, isBrokenAnyway }: { isDrifted: boolean; isBrokenAnyway: boolean },
): UnitLine {
  // what it was sent waits until it is up
  if (isActive(deployment) && run.machine?.phase === 'rebooting') return { kind: 'restarting' };
  if (isActive(deployment) && run.machine?.phase === 'booting') return { kind: 'starting' };
  if (run.running) {
    const trouble = troubleOf(run);
    return trouble === null ? { kind: 'step', step: run.running } : { kind: 'trouble', text: trouble.text };
  }
  switch (state) {
    case 'failed':
      if (isBrokenAnyway) return { kind: 'brokenAnyway' };
      return run.failed[0]
        ? { kind: 'stepFailed', step: run.failed[0] }
        : { kind: 'failed', issue: run.issues.at(-1)?.text ?? null };
    case 'ready':
    case 'stopped':
    case 'suspended':
      if (!isActive(deployment) && !isRecorded(deployment)) return { kind: 'notRecorded' };
      return {
        kind: run.effects.length > 0 || isMade(deployment, unitId) || rests(deployment, state) ? 'done' : 'nothing',
      };
    case 'waiting':
      return { kind: 'waiting' };
    case 'running':
      return { kind: changeOf(deployment, unitId) === 'replace' ? 'replacing' : 'creating' };
    default:
      if (isDrifted) return { kind: 'drifted' };
      return { kind: deployment.outcome === 'cancelled' ? 'leftUnfinished' : 'notFinished' };
  }
}

/** It does not work, and the run has neither made it nor changed it. */
function isFoundBroken(deployment: RunProgress, unit: Unit): boolean {
  const condition = conditionAtEnd(deployment, unit);
  return condition !== null && isBroken(condition) && changeOf(deployment, unit.id) === null;
}

/** All that was done with it went well, and what is wrong is that it was changed by hand. */
function isOnlyDrifted({ effects }: UnitRun, unit: Unit): boolean {
  const condition = conditionOf(unit);
  return condition !== null && differencesOf(condition).length > 0 && effects.every(({ outcome }) => outcome === 'ok');
}

function changeOf({ plan }: RunProgress, unitId: string) {
  return plan?.machines.find((machine) => machine.unitId === unitId)?.change ?? null;
}

/** It was suspended with its stack: there was nothing to do on it. */
function rests({ effects }: RunProgress, state: UnitState): boolean {
  return state === 'suspended' && Object.values(effects).some(({ kind }) => kind === 'stack.suspend');
}

/** Its machine alone was made: there was nothing to do on it. */
function isMade(deployment: RunProgress, unitId: string): boolean {
  const change = changeOf(deployment, unitId);
  return change === 'create' || change === 'replace';
}

/** What the deployment is doing now; null once it is over. */
export function activityOf(deployment: RunProgress): Activity | null {
  if (!isActive(deployment)) return null;
  if (deployment.startedAt === null) return { kind: 'queued' };
  const running = effectsOf(deployment).filter((effect) => effect.outcome === null);
  const first = running[0];
  if (!first) return { kind: 'deciding' };
  return { kind: 'step', step: first, others: running.length - 1 };
}
