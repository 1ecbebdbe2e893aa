import { type AdminAsk, requireAdministrator } from '@/lib/administration/context';
import type { TroubledMachine } from '@/lib/cloud/administration';
import { listOverviewRows, type OverviewRow, usualDurations } from '@/lib/db/overview';
import type { Overview, OverviewEnvironment } from '@/lib/model/administration';
import { ATTENTIONS } from '@/lib/model/attentions';
import { maskSealed } from '@/lib/model/secret';
import { attentionOf, usualSeconds } from './attention';
import { environmentOfQueue, troubledView } from './troubled';

/**
 * Every environment of every tenant and what runs in it, most urgent first, then the newest change.
 *
 * @throws forbidden `not_a_system_admin`
 */
export async function showOverview({ ctx }: AdminAsk<object>): Promise<Overview> {
  requireAdministrator(ctx);
  const { db, cloud } = ctx;
  const [rows, health] = await Promise.all([listOverviewRows(db), cloud.health?.() ?? null]);
  const underWay = rows.filter(({ deployment }) => deployment?.state === 'running').map(({ id }) => id);
  const durations = underWay.length > 0 ? await usualDurations(db, underWay) : [];
  const troubled = byEnvironment(health?.troubled ?? []);
  const environments = rows.map((row) => {
    const usual = row.deployment?.state === 'running' ? usualSeconds(durations, row.id, row.deployment.kind) : null;
    return viewOf(row, troubled.get(row.id) ?? [], usual, ctx.now());
  });
  environments.sort((a, b) => ATTENTIONS.indexOf(a.attention) - ATTENTIONS.indexOf(b.attention));
  return { environments, machines: health?.machines ?? 0 };
}

function byEnvironment(machines: readonly TroubledMachine[]): Map<string, TroubledMachine[]> {
  const groups = new Map<string, TroubledMachine[]>();
  for (const machine of machines) {
    const id = environmentOfQueue(machine.queue);
    if (id !== null) groups.set(id, [...(groups.get(id) ?? []), machine]);
  }
  return groups;
}

function viewOf(
  row: OverviewRow,
  troubled: readonly TroubledMachine[],
  usual: number | null,
  now: Date,
): OverviewEnvironment {
  const { deployment } = row;
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id: row.id,
    name: row.name,
    tenant: { id: row.tenantId, name: row.tenantName },
    status: row.status,
    attention: attentionOf(row, { troubled: troubled.length, usualSeconds: usual, now }),
    service_count: row.serviceCount,
    version: row.version,
    updated: row.updatedAt.toISOString(),
    deployment: deployment && {
      id: deployment.id,
      kind: deployment.kind,
      outcome: deployment.state,
      user_name: deployment.userName,
      created: deployment.createdAt.toISOString(),
      started: iso(deployment.startedAt),
      finished: iso(deployment.finishedAt),
      sentence: deployment.problem ? maskSealed(deployment.problem.sentence) : null,
      last_event: iso(deployment.lastEventAt),
      usual_seconds: usual === null ? null : Math.round(usual),
    },
    troubled_machines: troubled.map(troubledView),
  };
}
