'use client';
import { CircleCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PageBody } from '@/components/shell/frame';
import { useMe, useRoleReason } from '@/components/shell/me-context';
import { WaitingRequestsNotice } from '@/components/shell/waiting-requests';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link, LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useTenantUpdates } from '@/lib/client/cache-updates/use-cache-updates';
import { useEnvironmentSummary, useFoundEnvironments } from '@/lib/client/environments';
import { useRequestsToDecide } from '@/lib/client/exception-requests';
import { SHELF_TEMPLATES, useTemplates } from '@/lib/client/templates';
import { isBroken, isUnfinished } from '@/lib/model/environment-attention';
import { ENVIRONMENT_GROUPS, type EnvironmentGroup } from '@/lib/model/environment-groups';
import type { EnvironmentSummary, ListedEnvironmentView } from '@/lib/model/views';
import { HomeTile } from './home-tile';

/**
 * Where one lands: the way to a new environment, what runs now, what wants a person, and the rest.
 *
 * @param guide for newcomers, above everything
 * @param templates the ways to a new environment
 */
export function HomePage({ guide, templates }: { guide: ReactNode; templates: ReactNode }) {
  const t = useTranslations('environments');
  const { user, tenant } = useMe();
  const summary = useEnvironmentSummary();
  const requests = useRequestsToDecide().data?.length ?? 0;
  const edits = useRoleReason() === null;
  useTenantUpdates(edits);
  // all at once: nothing may move under a finger
  const shelf = useTemplates(SHELF_TEMPLATES, { enabled: edits });
  const parts = [summary, useFoundEnvironments({ order: 'created' }), ...(edits ? [shelf] : [])];
  const isKnown = parts.every(({ isPending }) => !isPending);
  const some = summary.data && ENVIRONMENT_GROUPS.some((group) => summary.data[group].count > 0);
  return (
    <PageBody>
      <PageHeader
        title={t('home.hello', { name: user.display_name.split(' ')[0] ?? '' })}
        description={t('home.lead', { tenant: tenant.name })}
      />
      {isKnown && guide}
      <WaitingRequestsNotice />
      {summary.isError && (
        <Notice
          tone="failed"
          title={t('error')}
          actions={<Button onClick={() => void summary.refetch()}>{t('retry')}</Button>}
        >
          {sentenceOf(summary.error)}
        </Notice>
      )}
      {isKnown && edits && templates}
      {summary.isSuccess && !some && !edits && (
        <EmptyState title={t('first.title')}>
          <p>{t('first.reader')}</p>
        </EmptyState>
      )}
      {!isKnown && <HomeSkeleton />}
      {isKnown && some && (
        <>
          <Group which="running" title={t('home.running')} of={summary.data.running} />
          <Group
            which="waiting"
            title={t(edits ? 'home.waiting' : 'home.broken')}
            of={summary.data.waiting}
            hrefOf={nextStep}
          />
          {requests + summary.data.waiting.count + summary.data.running.count === 0 && (
            <p className="flex items-center gap-2 text-ink-muted">
              <CircleCheck aria-hidden className="size-4 text-ready-solid" />
              {t('home.calm')}
            </p>
          )}
          <Group which="quiet" title={t(edits ? 'home.quiet' : 'home.there')} of={summary.data.quiet} />
          <div>
            <LinkButton href="/environments">{t('home.all')}</LinkButton>
          </div>
        </>
      )}
    </PageBody>
  );
}

const page = ({ id }: ListedEnvironmentView) => `/environments/${id}`;

/** Where the next step of an environment that wants a person is taken. */
function nextStep(environment: ListedEnvironmentView): string {
  if (isUnfinished(environment)) return `${page(environment)}/deployments`;
  // a machine that does not work is red on the topology, with what to press
  return isBroken(environment) ? page(environment) : `${page(environment)}/services`;
}

/** The first environments of a group, and the way to the others; nothing of an empty group. */
function Group({
  which,
  title,
  of: { count, environments },
  hrefOf = page,
}: {
  which: EnvironmentGroup;
  title: string;
  of: EnvironmentSummary[EnvironmentGroup];
  hrefOf?: (environment: ListedEnvironmentView) => string;
}) {
  const t = useTranslations('environments');
  if (count === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold text-[15px]">{title}</h2>
        {count > environments.length && <Link href={`/environments?show=${which}`}>{t('home.more', { count })}</Link>}
      </div>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {environments.map((environment) => (
          <HomeTile key={environment.id} environment={environment} href={hrefOf(environment)} />
        ))}
      </ul>
    </section>
  );
}

function HomeSkeleton() {
  const t = useTranslations('environments');
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      <LoadingWords>{t('home.loading')}</LoadingWords>
      <Skeleton className="h-28 rounded-xl" />
      <Skeleton className="h-28 rounded-xl" />
      <Skeleton className="h-28 rounded-xl" />
    </div>
  );
}
