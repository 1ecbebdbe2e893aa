import { type Condition, differencesOf, isBroken, restingStateOf } from '../operations/condition';
import type { UnitState } from '../unit-state';
import type { MachinePhase, RunProgress, Sentence } from './projection';
import { isActive, runningStackEffect, troubleOf, type UnitRun } from './unit-run';

/** Everything that decides the state of a unit. */
export interface UnitFacts {
  /** what is known of what it is for; null or left out where nothing is */
  condition?: Condition | null;
  /** it is part of the deployed environment, or of what the running deployment makes true */
  asked: boolean;
  /** its machine exists and all it should carry is installed */
  complete: boolean;
  /** the environment's newest deployment, and what it did with the unit */
  deployment: RunProgress | null;
  run: UnitRun | null;
  /** the newest phase of its machine, from any time */
  machine: MachinePhase | null;
}

/**
 * The state of one unit. A failure outranks everything until a new deployment begins; a step that cannot go on needs
 * somebody; while a deployment
 * runs, a unit without work of its own waits for its turn.
 */
export function unitStateOf(facts: UnitFacts): UnitState {
  const { asked, complete, deployment, run, machine, condition = null } = facts;
  const resting = condition && restingStateOf(condition);
  if (!asked) return 'draft';
  if (machine?.phase === 'failed' || hasFailed(run)) return 'failed';
  if (run?.running) return troubleOf(run) === null ? 'running' : 'attention';
  if (machine?.phase === 'booting' || machine?.phase === 'rebooting') return 'running';
  if (resting !== null) return resting;
  if (condition?.status?.ok === false) return 'failed';
  if (isActive(deployment)) {
    // between its stop and its start it is not there for anybody
    if (condition && isBroken(condition)) return 'waiting';
    if (machine === null && !complete && runningStackEffect(deployment)) return 'running';
    return complete ? 'ready' : 'waiting';
  }
  if (condition && isBroken(condition)) return 'failed';
  if (!complete || machine?.phase === 'stopped') return 'attention';
  if (condition && differencesOf(condition).length > 0) return 'attention';
  return run?.issues.some((issue) => issue.level === 'warning' && !isResolved(issue, run)) ? 'attention' : 'ready';
}

/**
 * A warning that came while a step was under way which then went well, as of a machine that was off and is back; or before
 * the first step, as of a machine that is set up again.
 */
function isResolved({ seq }: Sentence, { effects }: UnitRun): boolean {
  const wentWell = effects.filter(({ outcome }) => outcome === 'ok');
  const [first] = effects;
  return wentWell.some((effect) => seq < effect.endSeq && (seq > effect.seq || effect === first));
}

/** A step that failed for good, or an error told since the last step that went well. */
function hasFailed(run: UnitRun | null): boolean {
  if (!run) return false;
  if (run.failed.length > 0) return true;
  const lastSuccess = Math.max(
    0,
    ...run.effects.filter((effect) => effect.outcome === 'ok').map((effect) => effect.endSeq),
  );
  return run.issues.some((issue) => issue.level === 'error' && issue.seq > lastSuccess);
}
