import type { Db, Tx } from '@/lib/db/client';
import { insertRepairs, listRepairs, type ProbedEnvironment, type StoredRepair, stopHealth } from '@/lib/db/health';
import { isVetroError } from '@/lib/errors';
import { listOf } from '@/lib/model/sentence';
import type { ContextOfUser } from '../background/context-of-user';
import { warnEnvironment } from '../background/warn-environment';
import { plannedUnits } from '../executions/plan';
import { startExecution } from '../executions/start';
import { type BrokenUnit, brokenUnits } from './broken-units';

/** What begins checks and repairs, in the name of whoever has switched that on. */
export const SYSTEM = { kind: 'system', id: '', name: '' } as const;
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

/** Repairs that were begun, or tried to be: both count. */
const COUNTS: ReadonlySet<StoredRepair['outcome']> = new Set(['started', 'refused']);

/**
 * Repairs what does not work, within the limits that were chosen. What was repaired as often as it may be is left alone
 * for a day, and that is told once.
 *
 * @param environment with the conditions of its machines as they were just found
 */
export async function healByItself(
  { db, contextOf }: { db: Db; contextOf: ContextOfUser },
  environment: ProbedEnvironment,
  now: Date,
): Promise<void> {
  const { id: environmentId, tenantId, userId, model, mostPerDay, coolDownMinutes } = environment;
  const broken = brokenUnits(model);
  if (broken.length === 0 || userId === null) return;
  const ctx = await contextOf({ userId, tenantId, by: SYSTEM }, now);
  if (ctx === null) return switchOff(db, environmentId);

  const plan = await plannedUnits(ctx, model, { environmentId, workflow: 'heal' });
  const repairable = new Set(plan.filter(({ does }) => does === 'repair').map(({ unitId }) => unitId));
  const past = await listRepairs(db, environmentId, new Date(now.getTime() - DAY_MS));
  const begun = ({ unitId }: BrokenUnit) => past.filter((one) => one.unitId === unitId && COUNTS.has(one.outcome));
  const isCool = (unit: BrokenUnit) =>
    begun(unit).every(({ at }) => now.getTime() - at.getTime() >= coolDownMinutes * MINUTE_MS);
  const offered = broken.filter(({ unitId }) => repairable.has(unitId));
  const due = offered.filter((unit) => begun(unit).length < mostPerDay && isCool(unit));
  const spent = offered.filter(
    (unit) =>
      begun(unit).length >= mostPerDay &&
      isCool(unit) &&
      !past.some(({ unitId, outcome }) => unitId === unit.unitId && outcome === 'gave_up'),
  );
  if (spent.length > 0) await giveUp(db, environmentId, { spent, mostPerDay, now });
  if (due.length === 0) return;

  const note = (tx: Tx, outcome: StoredRepair['outcome'], runId: string | null, sentence: string | null) =>
    insertRepairs(
      tx,
      environmentId,
      due.map(({ unitId }) => ({ unitId, at: now, outcome, runId, sentence })),
    );
  const why = due.map(({ message }) => message).join(' ');
  const times = Math.max(...due.map((unit) => begun(unit).length)) + 1;
  try {
    await startExecution({
      ctx,
      input: {
        environmentId,
        workflow: 'heal',
        unit_ids: due.map(({ unitId }) => unitId),
        trigger: {
          report: `Repair began by itself: ${why} It is number ${times} of at most ${mostPerDay} in a day; ${ctx.actor.userName} has switched that on`,
          details: { byItself: true },
          note: (tx, runId) => note(tx, 'started', runId, null),
        },
      },
    });
  } catch (error) {
    // Something else has begun meanwhile: then it is probed again once that is over.
    if (!isVetroError(error) || error.code === 'environment_busy') return;
    await warnEnvironment(db, environmentId, { health: true }, async (tx) => {
      await note(tx, 'refused', null, error.sentence);
      return `No repair began by itself: ${error.sentence}`;
    });
  }
}

async function giveUp(
  db: Db,
  environmentId: string,
  { spent, mostPerDay, now }: { spent: readonly BrokenUnit[]; mostPerDay: number; now: Date },
): Promise<void> {
  const hosts = listOf(spent.map(({ host }) => host));
  const sentence = `${hosts}: repaired ${mostPerDay} times in a day and still not working. Nothing more is tried by itself for now. Replace the machine, or have a look at it yourself.`;
  const repairs = spent.map(({ unitId }) => ({ unitId, at: now, outcome: 'gave_up', runId: null, sentence }) as const);
  await warnEnvironment(db, environmentId, { health: true }, async (tx) => {
    await insertRepairs(tx, environmentId, repairs);
    return sentence;
  });
}

/** Nothing begins in the name of somebody who might not begin it. */
export async function switchOff(db: Db, environmentId: string): Promise<void> {
  const sentence =
    'Whoever switched on checks and repairs may no longer start runs here. Somebody who may can switch them on again.';
  await warnEnvironment(db, environmentId, { health: true }, async (tx) => {
    await stopHealth(tx, environmentId, { code: 'owner_may_not', sentence });
    return sentence;
  });
}
