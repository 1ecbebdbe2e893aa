'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useMe } from '@/components/shell/me-context';
import { StatusBadge } from '@/components/status/status-badge';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { switchTenant } from '@/lib/client/auth';
import type { OverviewEnvironment } from '@/lib/model/administration';
import { ATTENTION_LOOK } from './attention-look';

/** One environment of any tenant: what it wants, why, whose it is, since when. */
export function EnvironmentLine({ environment }: { environment: OverviewEnvironment }) {
  const t = useTranslations('admin.overview');
  const { attention, deployment, drafts, tenant } = environment;
  const empty = attention === 'ready' && environment.version === 0;
  const running = deployment?.outcome === 'running' || deployment?.outcome === 'queued';
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 border-line border-b bg-surface px-4 py-3 [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] last:border-b-0 md:grid-cols-[minmax(0,16rem)_9.5rem_minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <EnvironmentLink environment={environment} />
        <p className="truncate text-[13px] text-ink-muted">
          {t('line', { tenant: tenant.name, count: environment.service_count })}
        </p>
      </div>
      <div className="flex flex-wrap justify-end gap-1.5 md:justify-start">
        <StatusBadge
          state={empty ? 'waiting' : ATTENTION_LOOK[attention]}
          word={t(`word.${empty ? 'empty' : attention}`)}
          hint={empty ? t('reason.new') : t(`sentence.${attention}`)}
        />
        {drafts > 0 && attention !== 'pending' && (
          <StatusBadge state="draft" word={t('word.pending')} hint={t('sentence.pending')} />
        )}
      </div>
      <p className="col-span-2 min-w-0 break-words text-ink-muted md:col-span-1 md:line-clamp-2">
        <Reason environment={environment} />
      </p>
      <p className="col-span-2 text-[13px] text-ink-muted md:col-span-1 md:text-right">
        {deployment && (running || deployment.finished) ? (
          <>
            {deployment.user_name !== '' && <span className="md:block">{deployment.user_name} </span>}
            <RelativeTime at={deployment.finished ?? deployment.started ?? deployment.created} />
          </>
        ) : (
          <RelativeTime at={environment.updated} />
        )}
      </p>
    </li>
  );
}

/** Where a line leads: to the run that failed or goes on, else to the environment; in its own tenant. */
function EnvironmentLink({ environment }: { environment: OverviewEnvironment }) {
  const me = useMe();
  const { id, deployment, attention, tenant } = environment;
  const toRun = deployment !== null && ['failed', 'stuck', 'slow', 'running'].includes(attention);
  const href = toRun ? `/environments/${id}/deployments/${deployment.id}` : `/environments/${id}`;
  return (
    <Link
      href={href}
      prefetch={false}
      className="block truncate text-ink"
      onClick={(event) => {
        if (me.tenant.id === tenant.id || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        void switchTenant(tenant.id, href);
      }}
    >
      {environment.name}
    </Link>
  );
}

function Reason({ environment }: { environment: OverviewEnvironment }) {
  const t = useTranslations('admin.overview');
  const format = useFormatter();
  const { attention, deployment, troubled_machines: machines } = environment;
  const hosts = format.list(machines.map(({ host }) => host));
  if (attention === 'failed') return deployment?.sentence ?? t('reason.failed');
  if (attention === 'silent') return t('reason.silent', { count: machines.length, hosts });
  if (attention === 'slow' && deployment?.usual_seconds)
    return t('reason.slow', { minutes: Math.max(1, Math.round(deployment.usual_seconds / 60)) });
  if (attention === 'stuck') return deployment?.outcome === 'queued' ? t('reason.queued') : t('reason.quiet');
  if (attention === 'running') return deployment?.kind === 'delete' ? t('reason.deleting') : t('reason.running');
  if (attention === 'pending') return t('reason.pending');
  return environment.version === 0 ? t('reason.new') : t('reason.ready', { version: environment.version });
}
