import { findScheduleRow, listScheduleRows, type ScheduleRow } from '@/lib/db/schedules';
import { errors } from '@/lib/errors';
import type { ScheduleView } from '@/lib/model/schedules/schedule-view';
import { visibleDocument } from '../access/visible';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { nextTimes, requireTimes } from './next-times';
import { scheduleView } from './view';

/** Where a schedule is. */
export interface ScheduleAddress {
  environmentId: string;
  scheduleId: string;
}

/** So many occurrences a preview shows. */
const PREVIEWED = 5;

/**
 * The schedules of an environment, by name.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`
 */
export async function listSchedules({ ctx, input }: UseCaseCall<{ environmentId: string }>): Promise<ScheduleView[]> {
  requireRole(ctx, 'reader');
  await visibleDocument(ctx, input.environmentId);
  return (await listScheduleRows(ctx.db, input.environmentId)).map(scheduleView);
}

/** One schedule. @throws as {@link visibleSchedule} */
export async function getSchedule({ ctx, input }: UseCaseCall<ScheduleAddress>): Promise<ScheduleView> {
  requireRole(ctx, 'reader');
  return scheduleView(await visibleSchedule(ctx, input));
}

/**
 * The next occurrences of what somebody is about to write; nothing is stored.
 *
 * @returns ISO instants
 * @throws invalid_input `schedule_invalid` naming the field
 */
export async function previewTimes({
  ctx,
  input,
}: UseCaseCall<{ environmentId: string; cron: string; time_zone: string }>): Promise<{ times: string[] }> {
  requireRole(ctx, 'reader');
  await visibleDocument(ctx, input.environmentId);
  const times = { cron: input.cron, timeZone: input.time_zone };
  const now = ctx.now();
  requireTimes(times, now);
  return { times: nextTimes(times, now, PREVIEWED).map((occurrence) => occurrence.toISOString()) };
}

/**
 * A schedule of an environment that the actor sees.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`, `schedule_not_found`
 */
export async function visibleSchedule(
  ctx: Context,
  { environmentId, scheduleId }: ScheduleAddress,
): Promise<ScheduleRow> {
  await visibleDocument(ctx, environmentId);
  const found = await findScheduleRow(ctx.db, environmentId, scheduleId);
  if (!found) throw errors.notFound('schedule_not_found', 'There is no such schedule. It may have been deleted.');
  return found;
}
