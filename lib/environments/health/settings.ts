import { recordAudit } from '@/lib/db/audit';
import { lockEnvironment } from '@/lib/db/events';
import { findHealth, listRepairs, storeHealth } from '@/lib/db/health';
import { transaction } from '@/lib/db/transaction';
import { HEALTH_DEFAULTS, type HealthSettings, type HealthView } from '@/lib/model/health/health-view';
import { visibleDocument } from '../access/visible';
import { auditOf, requireRole, type UseCaseCall } from '../context';

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

/**
 * How the machines of an environment are looked after, and what began by itself in the last day.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`
 */
export async function getHealth({ ctx, input }: UseCaseCall<{ environmentId: string }>): Promise<HealthView> {
  requireRole(ctx, 'reader');
  const { environmentId } = input;
  await visibleDocument(ctx, environmentId);
  const [row, repairs] = await Promise.all([
    findHealth(ctx.db, environmentId),
    listRepairs(ctx.db, environmentId, new Date(ctx.now().getTime() - DAY_MS)),
  ]);
  return {
    check_minutes: row?.checkMinutes ?? null,
    self_healing: {
      enabled: row?.heals ?? false,
      most_per_day: row?.mostPerDay ?? HEALTH_DEFAULTS.mostPerDay,
      cool_down_minutes: row?.coolDownMinutes ?? HEALTH_DEFAULTS.coolDownMinutes,
    },
    probed_at: row?.probedAt?.toISOString() ?? null,
    is_probed: ctx.cloud.inspection !== undefined,
    user_name: row?.userName ?? '',
    problem: row?.problem ?? null,
    repairs: repairs.map(({ unitId, at, outcome, runId, sentence }) => ({
      unit_id: unitId,
      at: at.toISOString(),
      outcome,
      run_id: runId,
      sentence,
    })),
  };
}

/**
 * Chooses how the machines of an environment are looked after. What begins by itself runs in the name of whoever chose it
 * last.
 *
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`
 */
export async function changeHealth({
  ctx,
  input,
}: UseCaseCall<HealthSettings & { environmentId: string }>): Promise<HealthView> {
  requireRole(ctx, 'member');
  const { environmentId, check_minutes: checkMinutes, self_healing: healing } = input;
  await visibleDocument(ctx, environmentId);
  const checkAt = checkMinutes === null ? null : new Date(ctx.now().getTime() + checkMinutes * MINUTE_MS);
  await transaction(ctx.db, async (tx) => {
    await lockEnvironment(tx, environmentId);
    const settings = {
      checkMinutes,
      heals: healing.enabled,
      mostPerDay: healing.most_per_day,
      coolDownMinutes: healing.cool_down_minutes,
      userId: ctx.actor.userId,
    };
    await storeHealth(tx, environmentId, settings, checkAt);
    const details = { checkMinutes, selfHealing: healing.enabled };
    await recordAudit(tx, auditOf(ctx, 'environment.health', 'environment', environmentId, details));
  });
  return getHealth({ ctx, input });
}
