import { type AdminCall, requireAdministrator } from '@/lib/administration/context';
import {
  type AttentionRow,
  durationPercentiles,
  findOverviewRows,
  listAttentionRows,
  type OverviewRow,
} from '@/lib/db/overview';
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
export async function showOverview({ ctx, input }: AdminCall<OverviewQuery>): Promise<Overview> {
  requireAdministrator(ctx);
  const { db, cloud } = ctx;
  const words = searchWords(input.search);
  const [rows, health] = await Promise.all([listAttentionRows(db, words.length > 0), cloud.health?.() ?? null]);
  const underWay = rows.filter(({ deployment }) => deployment?.state === 'running').map(({ id }) => id);
  const durations = underWay.length > 0 ? await durationPercentiles(db, underWay) : [];
  const troubled = await troubledByEnvironment(db, health?.troubled ?? []);
  const now = ctx.now();
  const judged = rows.map((row): AttentionItem => {
    const usual = row.deployment?.state === 'running' ? usualSeconds(durations, row.id, row.deployment.kind) : null;
    const machines = troubled.get(row.id) ?? [];
    const attention = attentionOf(row, { troubled: machines.length, usualSeconds: usual, now });
    return { row, machines, usual, attention };
  });
  const searched = judged.filter(finds(words, input.tenantId));
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
  const shown = await findOverviewRows(
    db,
    page.rows.map(({ id }) => id),
  );
  return {
    environments: page.rows.flatMap(({ id, one }) => {
      const row = shown.get(id);
      // one may be gone in between
      return row ? [viewOf(row, one)] : [];
    }),
    count: wanted.length,
    counts,
    all: rows.length,
    machines: health?.machines ?? 0,
    ...nextMarker(page),
  };
}

/** An environment with what it wants, and why. */
interface AttentionItem {
  row: AttentionRow;
  machines: readonly TroubledMachine[];
  usual: number | null;
  attention: Attention;
}

function finds(words: readonly string[], tenantId: string | undefined): (one: AttentionItem) => boolean {
  return ({ row, machines }) => {
    if (tenantId !== undefined && row.tenantId !== tenantId) return false;
    if (words.length === 0) return true;
    const text = [row.text, ...machines.map(({ host }) => host.toLowerCase())].join(' ');
    return words.every((word) => text.includes(word));
  };
}

function placeAfter(wanted: readonly AttentionItem[], marker: string | undefined): number {
  if (marker === undefined) return 0;
  const place = wanted.findIndex(({ row }) => row.id === marker);
  if (place < 0) throw unknownMarker();
  return place + 1;
}

function viewOf(row: OverviewRow, { machines, usual, attention }: AttentionItem): OverviewEnvironment {
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
