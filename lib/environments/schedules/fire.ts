import type { Db } from '@/lib/db/client';
import {
  type ClaimedSchedule,
  claimDueSchedules,
  type Firing,
  postponeOccurrence,
  settleOccurrence,
  stopSchedule,
} from '@/lib/db/schedules';
import { isVetroError, type VetroError } from '@/lib/errors';
import type { Log } from '@/lib/logging';
import { runKind } from '@/lib/model/runs/kinds';
import { UNIT_WORKFLOWS, type UnitWorkflow } from '@/lib/model/runs/unit-workflows';
import type { ContextOfUser } from '../background/context-of-user';
import { warnEnvironment } from '../background/warn-environment';
import { startExecution } from '../executions/start';
import { nextTime } from './next-times';
import { askedTarget } from './view';

export interface FireParts {
  db: Db;
  /** what use cases are handed when they run in the name of a user; null when that user may start no runs there any more */
  contextOf: ContextOfUser;
  log: Pick<Log, 'error'>;
  /** opens what is sealed within a value */
  open: <T>(value: T) => T;
}

/** An occurrence that is tried later than this after it came was missed, in milliseconds. */
const GRACE_MS = 5 * 60_000;
/** An occurrence that was refused because something else ran is tried again after so long, in milliseconds … */
const RETRY_MS = 60_000;
/** … so often in all. */
const MAX_ATTEMPTS = 10;
/** How long one process is left alone with what it took, in milliseconds. */
const CLAIM_MS = 2 * 60_000;
/** Schedules of one pass. */
const MAX_SCHEDULES_PER_PASS = 20;

/** What goes away when one waits. */
const PASSING = new Set(['environment_busy']);

/**
 * Starts what is due. Any number of processes may do it at once: an occurrence becomes one run, however many try, because the
 * transaction that begins the run also ends the occurrence.
 *
 * @param now the instant that counts
 * @returns how many schedules it was at
 */
export async function fireDueSchedules(parts: FireParts, now: Date): Promise<number> {
  const claimed = await claimDueSchedules(parts.db, now, new Date(now.getTime() + CLAIM_MS), MAX_SCHEDULES_PER_PASS);
  for (const schedule of claimed) {
    try {
      await fire(parts, schedule, now);
    } catch (error) {
      // Its claim ends, and then it is tried again.
      parts.log.error({ err: error, scheduleId: schedule.id }, 'a schedule could not be carried out');
    }
  }
  return claimed.length;
}

async function fire(parts: FireParts, schedule: ClaimedSchedule, now: Date): Promise<void> {
  const { name, operation, dueAt, attempts } = schedule;
  const isMissed = attempts === 1 && now.getTime() - dueAt.getTime() > GRACE_MS;
  if (isMissed && schedule.whenMissed === 'skip') {
    await settle(parts, schedule, now, {
      outcome: 'missed',
      code: 'missed',
      sentence: 'No server was there at this time.',
    });
    return;
  }
  const { id, userId, tenantId } = schedule;
  const ctx = await parts.contextOf({ userId, tenantId, by: { kind: 'schedule', id, name } }, now);
  if (ctx === null) return stop(parts, schedule);
  const workflow = UNIT_WORKFLOWS.find((one) => one === schedule.workflow);
  if (!workflow) {
    const sentence = `This release knows no workflow "${schedule.workflow}".`;
    await settle(parts, schedule, now, { outcome: 'refused', code: 'workflow_unknown', sentence });
    return;
  }
  const lost = Symbol('lost');
  try {
    await startExecution({
      ctx,
      input: {
        environmentId: schedule.environmentId,
        workflow,
        ...askedTarget(schedule.target),
        ...(operation && { operation: operation.name, parameters: parts.open(operation.parameters) }),
        trigger: {
          report: `${operation?.title ?? runKind(workflow).noun} scheduled by "${name}"`,
          details: { schedule: name, scheduleId: schedule.id },
          note: async (tx, runId) => {
            const firing = { at: now, outcome: 'started', runId, code: null, sentence: null } as const;
            if (!(await settleOccurrence(tx, schedule, nextTime(schedule, now), firing))) throw lost;
          },
        },
      },
    });
  } catch (error) {
    if (error === lost) return;
    await refused(parts, { schedule, workflow }, error, now);
  }
}

/** What runs elsewhere ends: then the occurrence is tried again. Every other refusal is kept, and the next occurrence waited for. */
async function refused(
  parts: FireParts,
  { schedule, workflow }: { schedule: ClaimedSchedule; workflow: UnitWorkflow },
  error: unknown,
  now: Date,
): Promise<void> {
  const problem = isVetroError(error) ? error : null;
  const again = new Date(now.getTime() + RETRY_MS);
  const isPassing = problem === null || problem.retryable || PASSING.has(problem.code);
  const next = nextTime(schedule, now);
  if (isPassing && schedule.attempts < MAX_ATTEMPTS && (next === null || again < next)) {
    await postponeOccurrence(parts.db, schedule, again);
    if (problem === null) throw error;
    return;
  }
  const sentence = problem
    ? sentenceOf(problem)
    : `${schedule.operation?.title ?? runKind(workflow).noun} could not be started.`;
  await settle(parts, schedule, now, { outcome: 'refused', code: problem?.code ?? 'defect', sentence });
  if (problem === null) throw error;
}

function sentenceOf({ code, sentence }: VetroError): string {
  return code === 'environment_busy' ? 'Another run held the environment.' : sentence;
}

/** An occurrence without a run: kept with the schedule, and told in the environment. */
async function settle(
  { db }: FireParts,
  schedule: ClaimedSchedule,
  now: Date,
  firing: Pick<Firing, 'outcome' | 'code' | 'sentence'>,
): Promise<void> {
  await warnEnvironment(db, schedule.environmentId, { scheduleId: schedule.id }, async (tx) => {
    const isOurs = await settleOccurrence(tx, schedule, nextTime(schedule, now), { at: now, runId: null, ...firing });
    return isOurs ? `The schedule "${schedule.name}" started nothing. ${firing.sentence}` : null;
  });
}

/** Nothing runs in the name of somebody who might not start it. */
async function stop({ db }: FireParts, schedule: ClaimedSchedule): Promise<void> {
  const sentence =
    'Whoever set it up may no longer start runs here. Somebody who may can switch it on again; it then runs in their name.';
  await warnEnvironment(db, schedule.environmentId, { scheduleId: schedule.id }, async (tx) => {
    const isOurs = await stopSchedule(tx, schedule, { code: 'owner_may_not', sentence });
    return isOurs ? `The schedule "${schedule.name}" was switched off. ${sentence}` : null;
  });
}
