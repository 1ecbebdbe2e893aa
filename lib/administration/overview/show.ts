import { type AdminAsk, requireAdministrator } from '@/lib/administration/context';
import { durationPercentiles, listOverviewRows, type OverviewRow } from '@/lib/db/overview';
import { type PageQuery, pageOf, searchWords, unknownMarker } from '@/lib/db/paging';
import type { Overview, OverviewEnvironment } from '@/lib/model/administration';
import { ATTENTIONS, type Attention } from '@/lib/model/attentions';
import { nextMarker } from '@/lib/model/next-marker';
import { maskSealed } from '@/lib/model/secret';
import type { TroubledMachine } from '@/lib/ports/cloud/administration';
import { attentionOf, usualSeconds } from './attention';
import { troubledByEnvironment, troubledView } from './troubled';

/** Which environments to show. */
export interface OverviewQuery extends PageQuery {
  attention?: Attention;
  tenantId?: string;
  /** words that each stand in the name, the tenant's, the failure, who deployed, or a silent machine's host */
  search?: string;
}

/**
 * A page of the environments of all tenants and what runs in them, most urgent first, then the newest change; and how
 * many want what.
 *
 * @throws forbidden `not_a_system_admin`; invalid_input for a marker that is of no environment found
 */
export async function showOverview({ ctx, input }: AdminAsk<OverviewQuery>): Promise<Overview> {
  requireAdministrator(ctx);
  const { db, cloud } = ctx;
  const [rows, health] = await Promise.all([listOverviewRows(db), cloud.health?.() ?? null]);
  const underWay = rows.filter(({ deployment }) => deployment?.state === 'running').map(({ id }) => id);
  const durations = underWay.length > 0 ? await durationPercentiles(db, underWay) : [];
  const troubled = await troubledByEnvironment(db, health?.troubled ?? []);
  const now = ctx.now();
  const judged = rows.map((row): Judged => {
    const usual = row.deployment?.state === 'running' ? usualSeconds(durations, row.id, row.deployment.kind) : null;
    const machines = troubled.get(row.id) ?? [];
    const attention = attentionOf(row, { troubled: machines.length, usualSeconds: usual, now });
    return { row, machines, usual, attention };
  });
  const searched = judged.filter(finds(input));
  const counts = Object.fromEntries(ATTENTIONS.map((one) => [one, 0])) as Overview['counts'];
  for (const { attention } of searched) counts[attention] += 1;
  const wanted = searched
    .filter(({ attention }) => input.attention === undefined || attention === input.attention)
    .sort((a, b) => ATTENTIONS.indexOf(a.attention) - ATTENTIONS.indexOf(b.attention));
  const from = placeAfter(wanted, input.marker);
  const page = pageOf(
    wanted.slice(from, from + input.limit + 1).map((one) => ({ id: one.row.id, one })),
    input.limit,
  );
  return {
    environments: page.rows.map(({ one }) => viewOf(one)),
    count: wanted.length,
    counts,
    all: rows.length,
    machines: health?.machines ?? 0,
    ...nextMarker(page),
  };
}

/** An environment with what it wants, and why. */
interface Judged {
  row: OverviewRow;
  machines: readonly TroubledMachine[];
  usual: number | null;
  attention: Attention;
}

function finds({ tenantId, search }: OverviewQuery): (one: Judged) => boolean {
  const words = searchWords(search);
  return ({ row, machines }) => {
    if (tenantId !== undefined && row.tenantId !== tenantId) return false;
    if (words.length === 0) return true;
    const { name, tenantName, deployment } = row;
    const sentence = deployment?.problem?.sentence ?? '';
    const text = [name, tenantName, sentence, deployment?.userName ?? '', ...machines.map(({ host }) => host)]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

function placeAfter(wanted: readonly Judged[], marker: string | undefined): number {
  if (marker === undefined) return 0;
  const place = wanted.findIndex(({ row }) => row.id === marker);
  if (place < 0) throw unknownMarker();
  return place + 1;
}

function viewOf({ row, machines, usual, attention }: Judged): OverviewEnvironment {
  const { deployment } = row;
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id: row.id,
    name: row.name,
    tenant: { id: row.tenantId, name: row.tenantName },
    status: row.status,
    deployed_status: row.deployedStatus,
    drafts: row.drafts.length,
    attention,
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
    troubled_machines: machines.map(troubledView),
  };
}
