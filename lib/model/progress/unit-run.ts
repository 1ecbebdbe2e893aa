import { effectKind } from './effect-kinds';
import type { EffectProgress, MachinePhase, RunProgress, Sentence } from './projection';

/** What one deployment did and does with one unit. */
export interface UnitRun {
  /** effects on the unit, oldest first */
  effects: EffectProgress[];
  /** the effect under way, if any: a machine carries out what it was sent one after the other, the oldest first */
  running: EffectProgress | null;
  /** failures that no later success of the same step made good, those of its machine in the stack too */
  failed: EffectProgress[];
  /** warnings and errors told about the unit, oldest first */
  issues: Sentence[];
  /** the newest thing said about the unit */
  sentence: Sentence | null;
  /** what its machine is doing, as far as this deployment saw */
  machine: MachinePhase | null;
}

/** Whether a deployment still has work to do. */
export function isActive(deployment: RunProgress | null): deployment is RunProgress {
  return deployment !== null && deployment.outcome === null;
}

/** Whether the log still tells anything of a deployment: that of an old one may be gone. */
export function isRecorded({ lastSeq, effects }: RunProgress): boolean {
  return lastSeq > 0 || Object.keys(effects).length > 0;
}

/** The effects of a deployment in the order they started. */
export function effectsOf(deployment: RunProgress): EffectProgress[] {
  return Object.values(deployment.effects)
    .filter((effect) => effect.startedAt !== null)
    .sort((a, b) => a.seq - b.seq);
}

/** What `deployment` did and does with the unit `unitId`; `host` finds machine news that name no unit. */
export function unitRun(deployment: RunProgress, unitId: string, host: string | null): UnitRun {
  const all = effectsOf(deployment);
  const effects = all.filter((effect) => effect.unitId === unitId);
  const concerning = all.filter((effect) => effect.unitId === unitId || effect.problem?.details.unitId === unitId);
  const phases = phasesOf(deployment, unitId, host);
  return {
    effects,
    running: isActive(deployment) ? (effects.find((effect) => effect.outcome === null) ?? null) : null,
    failed: unresolved(concerning, all),
    issues: issuesOf(deployment)
      .filter((issue) => issue.entity === 'unit' && issue.entityId === unitId)
      .sort((a, b) => a.seq - b.seq),
    sentence: deployment.sentences[`unit:${unitId}`] ?? null,
    machine: phases.at(-1) ?? null,
  };
}

/** What stands in the way of the step that a unit is at: a warning about the unit since it began, told last. */
export function troubleOf({ running, sentence }: UnitRun): Sentence | null {
  if (running === null || sentence === null) return null;
  const isGrave = sentence.level === 'warning' || sentence.level === 'error';
  return isGrave && sentence.seq > running.seq ? sentence : null;
}

/** Whether a run was stopped while a step of a unit had met an obstacle: a warning about the unit since the step began. */
export function stoppedInTrouble({ effects, issues }: UnitRun): boolean {
  const last = effects.at(-1);
  return last?.outcome === 'cancelled' && issues.some(({ seq }) => seq > last.seq && seq < last.endSeq);
}

/** Warnings and errors of a run; without those of effects that its programs have dealt with. */
export function issuesOf(deployment: RunProgress): Sentence[] {
  const handled = new Set(Object.values(deployment.effects).flatMap((one) => (one.isHandled ? [one.endSeq] : [])));
  return Object.values(deployment.issues).filter(({ seq }) => !handled.has(seq));
}

/** Changes of the unit's machine that this deployment saw, oldest first. */
export function phasesOf(deployment: RunProgress, unitId: string, host: string | null): MachinePhase[] {
  return Object.values(deployment.phases)
    .filter((phase) => phase.unitId === unitId || (phase.unitId === null && host !== null && phase.host === host))
    .sort((a, b) => a.seq - b.seq);
}

/** The effect on the stack that is under way, if any. */
export function runningStackEffect(deployment: RunProgress): EffectProgress | null {
  if (!isActive(deployment)) return null;
  return (
    effectsOf(deployment).findLast(
      (effect) => effectKind(effect.kind).lane === 'environment' && effect.outcome === null,
    ) ?? null
  );
}

/** The failures among `effects` that no program has dealt with and no later success of the same step (in `all`) made good. */
export function unresolved(effects: EffectProgress[], all: EffectProgress[]): EffectProgress[] {
  return effects.filter(
    (effect) => effect.outcome === 'failed' && !effect.isHandled && !all.some((later) => repeats(later, effect)),
  );
}

function repeats(later: EffectProgress, failure: EffectProgress): boolean {
  const same =
    later.kind === failure.kind &&
    later.unitId === failure.unitId &&
    // a change of the stack is named after what it does, which is less the second time
    (!effectKind(later.kind).isTitled || later.title === failure.title);
  return same && later.seq > failure.seq && later.outcome === 'ok';
}
