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

/**
 * What went wrong in a deployment: the error that ended it, then what else failed, in the order it happened. A step that
 * was later made good is left out, and so is one whose failure the program has dealt with.
 */
export function failuresOf(deployment: RunProgress, model: EnvironmentModel | null): Failure[] {
  const all = effectsOf(deployment);
  const failures = unresolved(all, all).map((effect) => fromEffect(effect, model));
  const { problem, outcome } = deployment;
  if (outcome !== 'failed') return failures;
  const ending = failures.findIndex(({ code, sentence }) => code === problem?.code && sentence === problem.sentence);
  const [first] = failures.splice(ending, ending < 0 ? 0 : 1);
  if (first) return [first, ...failures];
  return failures.length > 0 && problem === null ? failures : [fromRun(deployment), ...failures];
}

/**
 * One failure of a run by its id, also one that was dealt with or made good since: whoever looks at a run that goes on may
 * know of a failure before knowing of that.
 *
 * @returns null where nothing of this id has failed
 */
export function failureOfRun(
  deployment: RunProgress,
  model: EnvironmentModel | null,
  id: string,
): { failure: Failure; isResolved: boolean } | null {
  if (id === deployment.id)
    return deployment.outcome === 'failed' ? { failure: fromRun(deployment), isResolved: false } : null;
  const all = effectsOf(deployment);
  const effect = all.find((one) => one.id === id && one.outcome === 'failed');
  return effect ? { failure: fromEffect(effect, model), isResolved: unresolved([effect], all).length === 0 } : null;
}

/** What failed and was dealt with: the run went on, and nothing has to be done about it. */
export function handledFailuresOf(deployment: RunProgress, model: EnvironmentModel | null): Failure[] {
  return effectsOf(deployment)
    .filter(({ outcome, isHandled }) => outcome === 'failed' && isHandled)
    .map((effect) => fromEffect(effect, model));
}

function fromRun({ id, problem, finishedAt, issues }: RunProgress): Failure {
  const error = Object.values(issues).findLast((issue) => issue.level === 'error');
  return {
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
  };
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
