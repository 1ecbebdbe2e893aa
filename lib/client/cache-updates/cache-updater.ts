import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { VetroEvent } from '@/lib/model/event';
import type { StreamedEvent } from '@/lib/model/streamed-event';
import type {
  EnvironmentDetailView,
  EnvironmentPage,
  EnvironmentSummary,
  ListedSessionView,
  ServiceView,
} from '@/lib/model/views';
import { queryKeys } from '../query-keys';
import { caughtUp } from './environment-detail';
import { type EnvironmentUpdate, type Patched, patchedPages, patchedSummary } from './environment-lists';
import { patchedSessions } from './sessions';

/** How long queries that must be asked again are gathered, in milliseconds: much of it is told together. */
const SETTLE_MS = 250;

/**
 * How long a read under way is waited for before it is begun anew, in milliseconds. Events may come faster than a busy
 * server answers: a read that each of them began anew would never end. One that takes longer than this may never end
 * by itself.
 */
const HUNG_MS = 15_000;

/** Keeps what is cached of environments true by what events say; only what no event tells is asked for again. */
export interface CacheUpdater {
  /** takes events as they come */
  apply(events: readonly StreamedEvent[]): void;
  /** lays on what was answered what came after it */
  catchUp(environmentId: string, events: readonly StreamedEvent[]): void;
  /** asks again for what is shown of this, soon and once */
  ask(key: QueryKey): void;
  /** ends it: nothing is asked for any more */
  close(): void;
}

/** @param edits whether whoever looks may change anything: what environments want of them depends on it */
export function createCacheUpdater(queries: QueryClient, edits: boolean): CacheUpdater {
  const asked = new Map<string, { queryKey: QueryKey; since: number }>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const ask = (queryKey: QueryKey) => {
    const hash = hashKey(queryKey);
    if (!asked.has(hash)) asked.set(hash, { queryKey, since: Date.now() });
    timer ??= setTimeout(askNow, SETTLE_MS);
  };

  function askNow(): void {
    timer = null;
    for (const [hash, { queryKey, since }] of asked) {
      // what is under way may have been read before the event: it is read once more when it has ended
      if ((queries.isFetching({ queryKey }) > 0 || isSessionEnding(queryKey)) && Date.now() - since < HUNG_MS) continue;
      asked.delete(hash);
      if (isRehearsalOver(queryKey)) continue;
      void queries.invalidateQueries({ queryKey });
    }
    if (asked.size > 0) timer = setTimeout(askNow, SETTLE_MS);
  }

  /** Whether a session of the environment of a key is ending: what is read of it may not exist when the read arrives. */
  const isSessionEnding = ([, environmentId]: QueryKey) =>
    queries.isMutating({ mutationKey: queryKeys.sessionEnd(String(environmentId)) }) > 0;

  /** Whether the environment of a key is the copy of a rehearsal that is ended, and with it the copy. */
  const isRehearsalOver = ([, environmentId]: QueryKey) =>
    queries
      .getMutationCache()
      .findAll({ mutationKey: queryKeys.rehearsalEnd(String(environmentId)) })
      .some(({ state }) => state.status === 'pending' || state.status === 'success');

  /**
   * Patches each answer below a key that is cached; what cannot be patched is asked for again, and so is one that is
   * being read: the server may have read it before the event, and its answer would undo the patch.
   */
  function patch<T>(key: QueryKey, patched: (data: T, key: QueryKey) => Patched<T>): void {
    for (const [queryKey, data] of queries.getQueriesData<T>({ queryKey: key })) {
      if (data === undefined) continue;
      const next = patched(data, queryKey);
      if (next !== 'ask' && next !== data) queries.setQueryData(queryKey, next);
      const isOvertaken = next !== data && queries.isFetching({ queryKey, exact: true }) > 0;
      if (next === 'ask' || isOvertaken) ask(queryKey);
    }
  }

  function patchLists(update: EnvironmentUpdate): void {
    patch<InfiniteData<EnvironmentPage>>(queryKeys.environmentPages(), (data, key) =>
      withPages(data, patchedPages(data.pages, queryIn(key), update, edits)),
    );
    patch<EnvironmentPage>(queryKeys.environmentsFound(), (data, key) => {
      const pages = patchedPages([data], queryIn(key), update, edits);
      return pages === 'ask' ? pages : (pages[0] ?? data);
    });
    patch<EnvironmentSummary>(queryKeys.environmentSummary, (data) => patchedSummary(data, update, edits));
  }

  function catchUp(environmentId: string, events: readonly StreamedEvent[]): void {
    const key = queryKeys.environmentDetail(environmentId);
    const known = queries.getQueryData<EnvironmentDetailView>(key);
    if (!known) return;
    const { detail, ask: isUnknown } = caughtUp(known, events, (sessionId) =>
      queries.getQueryData<ServiceView[]>(queryKeys.servicesOf(environmentId, sessionId)),
    );
    if (detail !== known) queries.setQueryData(key, detail);
    if (isUnknown) ask(key);
  }

  return {
    apply(events) {
      for (const event of events) {
        const { environmentId: id, environment } = event;
        if (environment !== undefined) patchLists({ id, shown: environment });
        patch<readonly ListedSessionView[]>(queryKeys.sessions(id), (data, key) =>
          hashKey(key) === hashKey(queryKeys.sessions(id)) ? patchedSessions(data, event) : data,
        );
        for (const key of notInEvent(event)) ask(key);
      }
    },
    catchUp,
    ask,
    close() {
      if (timer) clearTimeout(timer);
      timer = null;
      // what was to be asked for is out of date, and is asked for when it is shown next
      for (const { queryKey } of asked.values()) void queries.invalidateQueries({ queryKey, refetchType: 'none' });
      asked.clear();
    },
  };
}

/** What an event makes out of date without telling how it is now. */
function notInEvent({ kind, environmentId: id, runId, data }: VetroEvent): QueryKey[] {
  switch (kind) {
    case 'report':
      if (typeof data.scheduleId === 'string') return [queryKeys.schedules(id)];
      return runId !== null && data.cancelRequested === true ? [queryKeys.deployment(id, runId)] : [];
    case 'run.queued':
      return [
        ...[queryKeys.histories(id), queryKeys.activities(id), queryKeys.services(id), queryKeys.sessions(id)],
        queryKeys.schedules(id),
      ];
    case 'run.started':
      return [queryKeys.histories(id)];
    case 'run.finished':
      return [
        ...(runId === null ? [] : [queryKeys.deployment(id, runId)]),
        ...[queryKeys.histories(id), queryKeys.services(id), queryKeys.sessions(id), queryKeys.actions(id)],
        ...[queryKeys.deletion(id), queryKeys.comparisons(id), queryKeys.reportLists(id)],
        ...[queryKeys.packages(id), queryKeys.environmentTypes(id), queryKeys.moments(id)],
        ...[queryKeys.workflows(id), queryKeys.newestRun(id), queryKeys.survival(id)],
      ];
    case 'machine.checked':
      return [queryKeys.services(id), queryKeys.health(id), queryKeys.actions(id), queryKeys.moments(id)];
    case 'effect.finished':
      return [queryKeys.reportLists(id)];
    case 'session.opened':
      return [queryKeys.activities(id)];
    case 'session.changed': {
      const sessionId = typeof data.sessionId === 'string' ? data.sessionId : '';
      return [
        ...[queryKeys.servicesOf(id, sessionId), queryKeys.sessionDiff(id, sessionId)],
        ...[queryKeys.sessionPreview(id, sessionId), queryKeys.comparisons(id), queryKeys.activities(id)],
        ...[queryKeys.sessionPolicies(id, sessionId), queryKeys.sessionAlternatives(id, sessionId)],
        queryKeys.packagesOf(id, sessionId),
        // few edits move a package, and the types of an environment are much to ask for
        ...(data.packages === true ? [queryKeys.serviceTypesOf(id, sessionId)] : []),
      ];
    }
    case 'exception.requested':
    case 'exception.decided':
      // below the sessions: what policies say of each draft
      return [queryKeys.policies, queryKeys.sessions(id), queryKeys.activities(id)];
    case 'session.invalidated':
    case 'session.closed':
    case 'environment.renamed':
      return [queryKeys.activities(id)];
    default:
      return [];
  }
}

function withPages(
  data: InfiniteData<EnvironmentPage>,
  pages: Patched<readonly EnvironmentPage[]>,
): Patched<InfiniteData<EnvironmentPage>> {
  if (pages === 'ask' || pages === data.pages) return pages === 'ask' ? pages : data;
  return { ...data, pages: [...pages] };
}

/** The query that a key of a list ends with. */
function queryIn(key: QueryKey): URLSearchParams {
  const query = key.at(-1);
  return new URLSearchParams(typeof query === 'string' ? query : '');
}
