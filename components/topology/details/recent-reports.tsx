'use client';
import { useTranslations } from 'next-intl';
import { useEventWords } from '@/components/status/event-words';
import { RelativeTime } from '@/components/ui/relative-time';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { newestRun, useEnvironmentEvents, useRunLog } from '@/lib/client/events/use-environment-events';
import type { EventKind, VetroEvent } from '@/lib/model/event';

/** How many of the newest events about a machine are shown. */
const RECENT = 8;
/** What programs print and the names of commands are details of a step, which its run shows. */
const DETAILS: ReadonlySet<EventKind> = new Set(['command.finished', 'output.printed']);

/** What was said last about a machine: of the newest run all that the log has, of others what came while the page is open. */
export function RecentReports({ environmentId, unitId }: { environmentId: string; unitId: string | null }) {
  const t = useTranslations('topology.details');
  const view = useEnvironmentEvents(environmentId);
  const run = newestRun(view);
  const recent = view.events
    .filter(
      ({ entityId, text, level, kind }) =>
        entityId === unitId && text !== '' && level !== 'debug' && !DETAILS.has(kind),
    )
    .slice(-RECENT)
    .reverse();
  return (
    <section aria-label={t('reports')}>
      <h3 className="mb-1.5 font-semibold">{t('reports')}</h3>
      {recent.length > 0 && <Reports events={recent} />}
      {run === null
        ? recent.length === 0 && <p className="text-ink-muted">{t('noReports')}</p>
        : unitId !== null && (
            <NewestRead environmentId={environmentId} runId={run.id} hasReports={recent.length > 0} key={run.id} />
          )}
    </section>
  );
}

/** Reads the log of the newest run; where it tells nothing of the machine, that is said. */
function NewestRead({
  environmentId,
  runId,
  hasReports,
}: {
  environmentId: string;
  runId: string;
  hasReports: boolean;
}) {
  const t = useTranslations('topology.details');
  const { isRead } = useRunLog(environmentId, runId);
  if (hasReports) return null;
  if (isRead) return <p className="text-ink-muted">{t('noReportsOfRun')}</p>;
  return (
    <>
      <LoadingWords>{t('reportsLoading')}</LoadingWords>
      <Skeleton className="h-10 w-full" />
    </>
  );
}

function Reports({ events }: { events: readonly VetroEvent[] }) {
  const inWords = useEventWords();
  return (
    <ol className="flex flex-col gap-2">
      {events.map((event) => (
        <li key={event.seq} className="flex flex-col">
          <span className={event.level === 'error' ? 'break-words text-failed-text' : 'break-words'}>
            {inWords(event)}
          </span>
          <RelativeTime at={event.at} className="text-ink-muted text-xs" />
        </li>
      ))}
    </ol>
  );
}
