import type { EnvironmentModel } from '../environment';
import { hostOf, textAt } from '../installed';
import type { JsonObject } from '../json';
import { effectKind } from './effect-kinds';
import type { EffectProgress, RunProgress } from './projection';
import { effectsOf, unresolved } from './unit-run';

/** One thing that went wrong in a deployment, told for people. */
export interface Failure {
  /** the effect, or the deployment when it failed outside of one */
  id: string;
  /** a step, a change of the machines and networks, or the deployment as a whole */
  what:
    | { kind: 'step' | 'machines'; step: Pick<EffectProgress, 'kind' | 'title' | 'stackChange'> }
    | { kind: 'deployment' };
  /** the machine it failed on */
  host: string | null;
  /** the plain sentence of the problem; null when nobody said why */
  sentence: string | null;
  unitId: string | null;
  serviceId: string | null;
  /** the PowerShell command or the cloud's resource it happened in */
  where: string | null;
  /** the machine's or the cloud's own words, for administrators */
  ownWords: string | null;
  code: string;
  details: JsonObject;
  at: string | null;
}

/** What went wrong in a deployment, in the order it happened; a step that was later made good is left out. */
export function failuresOf(deployment: RunProgress, model: EnvironmentModel | null): Failure[] {
  const all = effectsOf(deployment);
  const failures = unresolved(all, all).map((effect) => fromEffect(effect, model));
  if (failures.length > 0 || deployment.outcome !== 'failed') return failures;
  const { problem, id, finishedAt } = deployment;
  const error = Object.values(deployment.issues).findLast((issue) => issue.level === 'error');
  return [
    {
      id,
      what: { kind: 'deployment' },
      host: null,
      sentence: problem?.sentence || error?.text || null,
      unitId: error?.entity === 'unit' ? error.entityId : null,
      serviceId: error?.entity === 'service' ? error.entityId : null,
      where: null,
      ownWords: ownWordsOf(problem?.details ?? {}),
      code: problem?.code ?? 'unknown',
      details: problem?.details ?? {},
      at: finishedAt,
    },
  ];
}

function fromEffect(effect: EffectProgress, model: EnvironmentModel | null): Failure {
  const details = effect.problem?.details ?? {};
  const unitId = effect.unitId ?? textAt(details, 'unitId');
  const host = effect.host ?? textAt(details, 'host') ?? hostIn(model, unitId);
  return {
    id: effect.id,
    what: { kind: effectKind(effect.kind).lane === 'unit' ? 'step' : 'machines', step: effect },
    host,
    sentence: effect.problem?.sentence || null,
    unitId,
    serviceId: effect.serviceId ?? textAt(details, 'serviceId'),
    where: textAt(details, 'command') ?? textAt(details, 'resource'),
    ownWords: ownWordsOf(details),
    code: effect.problem?.code ?? 'unknown',
    details,
    at: effect.endedAt,
  };
}

function ownWordsOf(details: JsonObject): string | null {
  return textAt(details, 'message') ?? textAt(details, 'reason');
}

function hostIn(model: EnvironmentModel | null, unitId: string | null): string | null {
  const unit = model?.services.flatMap((service) => service.units).find((candidate) => candidate.id === unitId);
  return unit ? hostOf(unit) : null;
}
