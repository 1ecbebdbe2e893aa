import { newId } from '@/lib/crypto';
import {
  deleteScheduleRow,
  insertSchedule,
  type StoredOperation,
  type StoredTarget,
  updateSchedule,
  type WrittenSchedule,
} from '@/lib/db/schedules';
import { errors, type FieldProblem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { ScheduleInput, ScheduleView } from '@/lib/model/schedules/schedule-view';
import { withoutUndefined } from '@/lib/model/without-undefined';
import { visibleDocument } from '../access/visible';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { getSchedule, type ScheduleAddress, visibleSchedule } from './list';
import { nextTime, requireTimes } from './next-times';
import { operationIn } from './operation';

/** So many schedules an environment may have. */
export const MAX_SCHEDULES = 20;

/**
 * Stores a new schedule; it runs in the name of whoever wrote it.
 *
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`; invalid_input `schedule_invalid`
 *   naming the field; limit_exceeded `too_many_schedules`
 */
export async function createSchedule({
  ctx,
  input,
}: UseCaseCall<ScheduleInput & { environmentId: string }>): Promise<ScheduleView> {
  requireRole(ctx, 'member');
  const { environmentId, ...written } = input;
  const { model } = await visibleDocument(ctx, environmentId);
  const schedule = { ...(await wanted(ctx, model, written, null)), id: newId(), environmentId };
  const { id, name } = schedule;
  const audit = auditOf(ctx, 'schedule.create', 'schedule', id, { name, environmentId });
  if (!(await insertSchedule(ctx.db, schedule, audit, { most: MAX_SCHEDULES, now: ctx.now() }))) {
    throw errors.limitExceeded(
      'too_many_schedules',
      `This environment has ${MAX_SCHEDULES} schedules already. Delete one that is no longer needed.`,
    );
  }
  return getSchedule({ ctx, input: { environmentId, scheduleId: id } });
}

/**
 * Changes a schedule; what is left out stays. From then on it runs in the name of whoever changed it: nobody can make
 * something run in the name of another. To switch it off changes nothing of that.
 *
 * @throws as {@link createSchedule}; not_found `schedule_not_found`
 */
export async function changeSchedule({
  ctx,
  input,
}: UseCaseCall<ScheduleAddress & { change: Partial<ScheduleInput> }>): Promise<ScheduleView> {
  requireRole(ctx, 'member');
  const before = await visibleSchedule(ctx, input);
  const { model } = await visibleDocument(ctx, input.environmentId);
  const change = wholeChange(withoutUndefined(input.change), before);
  const isOnlyOff = change.enabled === false && Object.keys(change).length === 1;
  const after = isOnlyOff
    ? { ...before, enabled: false, dueAt: null, tryAt: null, attempts: 0 }
    : {
        ...(await wanted(ctx, model, { ...asInput(before), ...change }, before.operation)),
        id: before.id,
        environmentId: before.environmentId,
      };
  const { userName: _, firings: __, createdAt: ___, changedAt: ____, ...row } = { ...before, ...after };
  const { id, name, environmentId, enabled } = row;
  const audit = auditOf(ctx, 'schedule.change', 'schedule', id, { name, environmentId, enabled });
  await updateSchedule(ctx.db, row, audit, ctx.now());
  return getSchedule({ ctx, input });
}

/**
 * Deletes a schedule; the runs that it began stay.
 *
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`, `schedule_not_found`
 */
export async function deleteSchedule({ ctx, input }: UseCaseCall<ScheduleAddress>): Promise<void> {
  requireRole(ctx, 'member');
  const { id, name, environmentId } = await visibleSchedule(ctx, input);
  await deleteScheduleRow(ctx.db, id, auditOf(ctx, 'schedule.delete', 'schedule', id, { name, environmentId }));
}

/** What belongs to an operation goes with it: another workflow takes none, another operation takes other parameters. */
function wholeChange(change: Partial<ScheduleInput>, { operation }: WrittenSchedule): Partial<ScheduleInput> {
  const isOther = change.operation !== undefined && change.operation !== operation?.name;
  const isNone = change.workflow !== undefined && change.workflow !== 'execute_operation';
  return { ...(isNone && { operation: null }), ...((isOther || isNone) && { parameters: {} }), ...change };
}

/**
 * @param before the operation as stored; null for none
 * @throws invalid_input `schedule_invalid` naming the field
 */
async function wanted(
  ctx: Context,
  model: EnvironmentModel,
  input: ScheduleInput,
  before: StoredOperation | null,
): Promise<Omit<WrittenSchedule, 'id' | 'environmentId'>> {
  const now = ctx.now();
  const times = { cron: input.cron, timeZone: input.time_zone };
  requireTimes(times, now);
  const target = targetIn(model, input);
  const operation = await operationIn(ctx, model, input, before);
  const dueAt = input.enabled ? nextTime(times, now) : null;
  return {
    tenantId: ctx.actor.tenantId,
    name: input.name,
    workflow: input.workflow,
    operation,
    target,
    ...times,
    enabled: input.enabled,
    whenMissed: input.when_missed,
    userId: ctx.actor.userId,
    dueAt,
    tryAt: dueAt,
    attempts: 0,
    problem: null,
  };
}

/** @throws invalid_input `schedule_invalid` for a service or machines that are not there */
function targetIn(
  { services }: EnvironmentModel,
  { service_id: serviceId, unit_ids: unitIds }: ScheduleInput,
): StoredTarget {
  const known = new Set(services.flatMap(({ units }) => units.map(({ id }) => id)));
  const fields: FieldProblem[] = [];
  if (serviceId !== null && !services.some(({ id }) => id === serviceId)) {
    fields.push({ path: 'service_id', code: 'unknown', sentence: 'There is no such service in this environment.' });
  }
  for (const [at, id] of (unitIds ?? []).entries()) {
    if (known.has(id)) continue;
    fields.push({ path: `unit_ids.${at}`, code: 'unknown', sentence: 'There is no such machine in this environment.' });
  }
  const [first] = fields;
  if (first) throw errors.invalidInput(first.sentence, fields, { code: 'schedule_invalid' });
  return {
    ...(serviceId === null ? {} : { serviceId }),
    ...(unitIds === null ? {} : { unitIds }),
  };
}

function asInput(row: WrittenSchedule): ScheduleInput {
  return {
    name: row.name,
    workflow: row.workflow as ScheduleInput['workflow'],
    operation: row.operation?.name ?? null,
    parameters: row.operation?.parameters ?? {},
    service_id: row.target.serviceId ?? null,
    unit_ids: row.target.unitIds ?? null,
    cron: row.cron,
    time_zone: row.timeZone,
    enabled: row.enabled,
    when_missed: row.whenMissed,
  };
}
