import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';
import { isComplete, textAt } from '@/lib/model/installed';
import type { DeploymentProgress } from '@/lib/model/progress/projection';
import { stepTitle } from '@/lib/model/progress/step-title';
import { effectsOf, isActive, type UnitRun, unitRun } from '@/lib/model/progress/unit-run';
import { unitStateOf } from '@/lib/model/progress/unit-state-of';
import type { ServiceType } from '@/lib/model/service-type';
import type { UnitState } from '@/lib/model/unit-state';
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
  uri: string | null;
}

/** What there is to say of a unit, for `useRunWords` to put into words. */
export type UnitLine =
  | { kind: 'restarting' | 'starting' | 'creating' | 'waiting' | 'done' | 'nothing' | 'leftUnfinished' | 'notFinished' }
  | { kind: 'step' | 'stepFailed'; step: string }
  | { kind: 'failed'; told: string | null };

/** What a deployment is doing as a whole. */
export type Activity =
  | { kind: 'queued' | 'deciding' }
  | { kind: 'step'; step: string; host: string | null; others: number };

/** The units of a deployment in the order of its document, with their state in this deployment. */
export function runUnits(
  deployment: DeploymentProgress,
  model: EnvironmentModel,
  types: readonly ServiceType[],
): RunUnit[] {
  return model.services.flatMap((service) => {
    const type = types.find((candidate) => candidate.type === service.type) ?? null;
    return service.units.map((unit) => {
      const host = textAt(unit.state, 'hostname');
      const run = unitRun(deployment, unit.id, host);
      const state = stateInRun(deployment, run, type, service, unit);
      return {
        unitId: unit.id,
        serviceId: service.id,
        serviceName: service.name,
        title: host ?? run.effects[0]?.host ?? run.machine?.host ?? unitTitle(type, service, unit),
        state,
        line: lineOf(deployment, run, state),
        uri: textAt(service, 'uri'),
      };
    });
  });
}

function stateInRun(
  deployment: DeploymentProgress,
  run: UnitRun,
  type: ServiceType | null,
  service: Service,
  unit: Unit,
): UnitState {
  const complete = isComplete(type, service, unit);
  // a past deployment's document does not hold what it gained, so its effects must tell
  const wentWell = run.effects.length > 0 && run.effects.every((effect) => effect.outcome === 'ok');
  const reached = complete || deployment.outcome === 'success' || (!isActive(deployment) && wentWell);
  return unitStateOf({ asked: true, complete: reached, deployment, run, machine: run.machine });
}

function lineOf(deployment: DeploymentProgress, run: UnitRun, state: UnitState): UnitLine {
  if (run.machine?.phase === 'rebooting' && isActive(deployment)) return { kind: 'restarting' };
  if (run.running) return { kind: 'step', step: stepTitle(run.running.title) };
  if (run.machine?.phase === 'booting' && isActive(deployment)) return { kind: 'starting' };
  switch (state) {
    case 'failed':
      return run.failed[0]
        ? { kind: 'stepFailed', step: stepTitle(run.failed[0].title) }
        : { kind: 'failed', told: run.issues.at(-1)?.text ?? null };
    case 'ready':
      return { kind: run.effects.length === 0 ? 'nothing' : 'done' };
    case 'waiting':
      return { kind: 'waiting' };
    case 'running':
      return { kind: 'creating' };
    default:
      return { kind: deployment.outcome === 'cancelled' ? 'leftUnfinished' : 'notFinished' };
  }
}

/** What the deployment is doing now; null once it is over. */
export function activityOf(deployment: DeploymentProgress): Activity | null {
  if (!isActive(deployment)) return null;
  if (deployment.startedAt === null) return { kind: 'queued' };
  const running = effectsOf(deployment).filter((effect) => effect.outcome === null);
  const first = running[0];
  if (!first) return { kind: 'deciding' };
  return { kind: 'step', step: stepTitle(first.title), host: first.host, others: running.length - 1 };
}
