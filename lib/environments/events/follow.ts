import { findListedEnvironment } from '@/lib/db/environment-list';
import type { EventFilter, EventHub } from '@/lib/db/event-hub';
import { lastSeqs, listEvents } from '@/lib/db/events';
import { rehearsalIn } from '@/lib/db/rehearsals';
import { changesEnvironment } from '@/lib/model/environment-changes';
import { maskSealed } from '@/lib/model/secret';
import type { StreamedEvent } from '@/lib/model/streamed-event';
import type { ListedEnvironmentView } from '@/lib/model/views';
import { environmentWithHistory } from '../access/visible';
import { type Context, requireRole, requireSystemAdmin, type UseCaseCall } from '../context';
import { listedEnvironmentView } from '../environments/view';

const PAGE = 500;

/** Where followed events go. */
export interface Follower {
  onEvent: (event: StreamedEvent) => void;
  /** the log cannot be read: whoever follows comes back later */
  onFailure: (error: unknown) => void;
}

/**
 * Follows one environment: every event after a number, in order, each once, then what comes. With news of the
 * environment itself comes what lists show of it.
 *
 * @returns a function that ends it
 * @throws forbidden `other_tenant`; not_found `environment_not_found`
 */
export async function followEnvironment({
  ctx,
  input,
}: UseCaseCall<{ environmentId: string; after: number; events: Pick<EventHub, 'subscribe'> } & Follower>): Promise<
  () => void
> {
  requireRole(ctx, 'reader');
  const { environmentId, after } = input;
  await environmentWithHistory(ctx, environmentId);
  // No list shows a rehearsal, so none is told of it.
  const showEnvironment = (await rehearsalIn(ctx.db, environmentId)) === null;
  return follow(ctx, { environmentId }, new Map([[environmentId, after]]), { ...input, showEnvironment });
}

/** The last event of each environment of the actor's tenant by its id: {@link followTenant} goes on from there. */
export async function tenantEventsSoFar({ ctx }: Pick<UseCaseCall<never>, 'ctx'>): Promise<Map<string, number>> {
  requireRole(ctx, 'reader');
  return lastSeqs(ctx.db, ctx.actor.tenantId);
}

/**
 * Follows all environments of the actor's tenant. With news of an environment comes what lists show of it.
 *
 * @param input `seen`: from which events on; left out: from now on
 * @returns a function that ends it
 */
export async function followTenant({
  ctx,
  input,
}: UseCaseCall<{ events: Pick<EventHub, 'subscribe'>; seen?: Map<string, number> } & Follower>): Promise<() => void> {
  requireRole(ctx, 'reader');
  const { tenantId } = ctx.actor;
  const seen = input.seen ?? (await lastSeqs(ctx.db, tenantId));
  return follow(ctx, { tenantId }, seen, { ...input, showEnvironment: true });
}

/**
 * Follows all environments of all tenants from now on.
 *
 * @returns a function that ends it
 * @throws forbidden `not_a_system_admin`
 */
export async function followInstallation({
  ctx,
  input,
}: UseCaseCall<{ events: Pick<EventHub, 'subscribe'> } & Follower>): Promise<() => void> {
  requireSystemAdmin(ctx.actor);
  return follow(ctx, 'all', await lastSeqs(ctx.db, undefined), { ...input, showEnvironment: false });
}

/** News only say that there is something to read: one reader at a time goes on from the last number. */
async function follow(
  ctx: Context,
  filter: EventFilter,
  seen: Map<string, number>,
  {
    events,
    onEvent,
    onFailure,
    showEnvironment,
  }: { events: Pick<EventHub, 'subscribe'>; showEnvironment: boolean } & Follower,
): Promise<() => void> {
  const waiting = new Set<string>();
  let reading = false;
  let ended = false;

  async function read(): Promise<void> {
    if (reading) return;
    reading = true;
    try {
      for (let [environmentId] = waiting; environmentId !== undefined && !ended; [environmentId] = waiting) {
        waiting.delete(environmentId);
        // Of rehearsals nobody hears but whoever plays them.
        if (filter === 'all' && (await rehearsalIn(ctx.db, environmentId))) continue;
        const afterSeq = seen.get(environmentId) ?? 0;
        const page = await listEvents(ctx.db, environmentId, { afterSeq, limit: PAGE });
        const newest = showEnvironment ? page.findLast(changesEnvironment) : undefined;
        const environment = newest && (await listedEnvironment(ctx, environmentId));
        for (const event of page) {
          if (ended) return;
          const masked = maskSealed(event);
          onEvent(event === newest && environment !== undefined ? { ...masked, environment } : masked);
          seen.set(environmentId, event.seq);
        }
        if (page.length === PAGE) waiting.add(environmentId);
      }
    } catch (error) {
      if (!ended) onFailure(error);
    } finally {
      reading = false;
    }
  }

  const leave = events.subscribe(filter, (change) => {
    if (change.seq <= (seen.get(change.environmentId) ?? 0)) return;
    waiting.add(change.environmentId);
    void read();
  });
  // What was appended between looking and subscribing.
  for (const [environmentId, seq] of await grownSince(ctx, filter, seen)) {
    if (seq > (seen.get(environmentId) ?? 0)) waiting.add(environmentId);
  }
  void read();
  return () => {
    ended = true;
    leave();
  };
}

function grownSince(
  ctx: Context,
  filter: EventFilter,
  seen: Map<string, number>,
): Iterable<[string, number]> | Promise<Map<string, number>> {
  if (filter === 'all') return lastSeqs(ctx.db, undefined);
  if ('tenantId' in filter) return lastSeqs(ctx.db, filter.tenantId);
  return [...seen.keys()].map((id): [string, number] => [id, Number.POSITIVE_INFINITY]);
}

async function listedEnvironment(ctx: Context, environmentId: string): Promise<ListedEnvironmentView | null> {
  const row = await findListedEnvironment(ctx.db, environmentId);
  return row && listedEnvironmentView(row, ctx.actor.userId);
}
