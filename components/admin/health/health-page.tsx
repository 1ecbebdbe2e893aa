'use client';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { QueryResult } from '@/components/status/query-result';
import { StatusBadge } from '@/components/status/status-badge';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { useHealth } from '@/lib/client/administration';
import type { Health } from '@/lib/model/administration';
import { AdminSection } from '../admin-section';

/** How database, conductor, cloud, agents and events are, asked again every few seconds. */
export function HealthPage() {
  const t = useTranslations('admin.health');
  const health = useHealth();
  return (
    <AdminSection
      name="health"
      title={t('title')}
      description={t.rich('description', { code: (words) => <code className="font-mono text-[13px]">{words}</code> })}
    >
      <QueryResult of={health}>{(data) => <Parts health={data} />}</QueryResult>
    </AdminSection>
  );
}

function Part({
  title,
  ok,
  trouble,
  items,
  children,
}: {
  title: string;
  ok: boolean;
  /** what it means when it is not well */
  trouble: string;
  items: { label: string; value: ReactNode }[];
  children?: ReactNode;
}) {
  const t = useTranslations('admin.health');
  return (
    <Card>
      <CardHeader
        level={3}
        title={title}
        actions={<StatusBadge state={ok ? 'ready' : 'failed'} word={ok ? t('ok') : t('trouble')} />}
      />
      <CardBody className="flex flex-col gap-3">
        {!ok && <p className="text-failed-text">{trouble}</p>}
        <Facts items={items} className="sm:grid-cols-2 lg:grid-cols-2" />
        {children}
      </CardBody>
    </Card>
  );
}

function Parts({ health }: { health: Health }) {
  const t = useTranslations('admin.health');
  const format = useFormatter();
  const number = (value: number | null) => (value === null ? t('unknown') : format.number(value));
  const since = (at: string | null) => (at === null ? t('none') : <RelativeTime at={at} />);
  const { database, conductor, cloud, agents, events, process } = health;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Part
        title={t('database.title')}
        ok={database.ok}
        trouble={t('database.trouble', { names: format.list(database.pending_migrations) })}
        items={[
          { label: t('database.latency'), value: t('ms', { value: number(database.latency_ms) }) },
          { label: t('database.version'), value: database.version ?? t('unknown') },
          { label: t('database.size'), value: t('mb', { value: number(database.size_mb) }) },
          { label: t('database.connections'), value: number(database.connections) },
        ]}
      />
      <Part
        title={t('conductor.title')}
        ok={conductor.ok}
        trouble={t('conductor.trouble')}
        items={[
          { label: t('conductor.queued'), value: number(conductor.queued) },
          {
            label: t('conductor.running'),
            value: t('conductor.runningHere', { all: conductor.running, here: conductor.here }),
          },
          { label: t('conductor.oldestQueued'), value: since(conductor.oldest_queued) },
          { label: t('conductor.oldestRunning'), value: since(conductor.oldest_running) },
        ]}
      />
      <Part
        title={t('cloud.title')}
        ok={cloud.ok}
        trouble={t('cloud.trouble')}
        items={[
          { label: t('cloud.name'), value: cloud.simulated ? t('cloud.simulated') : cloud.name },
          { label: t('cloud.operations'), value: number(cloud.operations) },
          { label: t('cloud.oldest'), value: since(cloud.oldest_operation) },
        ]}
      />
      <Part
        title={t('agents.title')}
        ok={agents.ok}
        trouble={t('agents.trouble', { count: agents.troubled.length })}
        items={[{ label: t('agents.machines'), value: number(agents.machines) }]}
      >
        {agents.troubled.length > 0 && (
          <ul aria-label={t('agents.list')} className="flex flex-col gap-1.5">
            {agents.troubled.map((machine) => (
              <li
                key={`${machine.environment?.id} ${machine.host}`}
                className="flex flex-wrap items-center gap-x-3 gap-y-1"
              >
                <StatusBadge
                  state={machine.state === 'failed' ? 'failed' : 'attention'}
                  word={t(`agents.state.${machine.state}`)}
                />
                <span className="font-mono text-[13px]">{machine.host}</span>
                <span className="text-ink-muted">
                  {machine.environment && (
                    <Link href={`/admin?q=${encodeURIComponent(machine.host)}`}>{machine.environment.name}</Link>
                  )}
                  {machine.tenant && `, ${machine.tenant.name}`}
                </span>
                <RelativeTime at={machine.since} className="text-[13px] text-ink-muted" />
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part
        title={t('events.title')}
        ok={events.ok}
        trouble={t('events.trouble')}
        items={[{ label: t('events.followers'), value: number(events.followers) }]}
      />
      <Part
        title={t('process.title')}
        ok={process.event_loop_lag_ms < 500}
        trouble={t('process.trouble')}
        items={[
          { label: t('process.version'), value: process.version },
          { label: t('process.started'), value: <RelativeTime at={process.started} /> },
          { label: t('process.memory'), value: t('mb', { value: number(process.memory_mb) }) },
          { label: t('process.lag'), value: t('ms', { value: number(process.event_loop_lag_ms) }) },
        ]}
      />
    </div>
  );
}
