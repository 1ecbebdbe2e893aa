'use client';
import { usePathname, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ComponentProps, ReactNode } from 'react';
import { LogosOf } from '@/components/shell/logo-versions';
import { NoChanges, useRoleReason } from '@/components/shell/me-context';
import { EnvironmentStatusBadges } from '@/components/status/environment-status';
import { GuideOf } from '@/components/status/guide-context';
import { MachinesNotUpBadge } from '@/components/status/machine-health';
import { Badge } from '@/components/ui/badge';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { NavTabs } from '@/components/ui/nav-tabs';
import { Notice } from '@/components/ui/notice';
import { onDemand, usePreload } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { useEnvironmentUpdates } from '@/lib/client/cache-updates/use-cache-updates';
import { useEnvironment } from '@/lib/client/environments';
import type { EnvironmentDetailView } from '@/lib/model/views';

const loadActions = async () => (await import('./environment-actions')).EnvironmentActions;
const EnvironmentActions = onDemand<ComponentProps<typeof import('./environment-actions').EnvironmentActions>>(
  loadActions,
  <Skeleton className="size-9 rounded-lg" />,
);

const HalfWay = onDemand<ComponentProps<typeof import('./half-way').HalfWay>>(
  async () => (await import('./half-way')).HalfWay,
);

const RehearsalBand = onDemand<ComponentProps<typeof import('./rehearsal-band').RehearsalBand>>(
  async () => (await import('./rehearsal-band')).RehearsalBand,
);

const TABS = [
  { path: '', key: 'topology' },
  { path: '/services', key: 'services' },
  { path: '/deployments', key: 'deployments' },
  { path: '/settings', key: 'settings' },
] as const;

/** The head of every page of an environment, its tabs, and at the bottom edge what is drafted. */
export function EnvironmentFrame({
  environmentId,
  draftBar,
  children,
}: {
  environmentId: string;
  draftBar: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations('environments.frame');
  const words = useTranslations('session');
  const path = usePathname();
  const environment = useEnvironment(environmentId);
  usePreload(loadActions);
  useEnvironmentUpdates(environmentId, useRoleReason() === null);
  const base = `/environments/${environmentId}`;
  if (isApiProblem(environment.error) && !environment.data) {
    return (
      <Unavailable
        gone={environment.error.status === 404 || environment.error.status === 403}
        sentence={environment.error.sentence}
        onRetry={() => void environment.refetch()}
      />
    );
  }
  const rehearsal = environment.data?.rehearsal;
  return (
    <div className="flex flex-1 flex-col">
      {rehearsal && <RehearsalBand environmentId={environmentId} rehearsal={rehearsal} />}
      <div data-beside-wall className="border-line border-b bg-surface">
        <div className="mx-auto w-full max-w-7xl px-4 pt-5 sm:px-8">
          <Head environment={environment.data} />
          <div className="mt-3">
            {!rehearsal && (
              <NavTabs
                label={t('tabs')}
                items={TABS.map((tab) => ({
                  href: base + tab.path,
                  label: t(tab.key),
                  current: tab.path === '' ? path === base : path.startsWith(base + tab.path),
                }))}
              />
            )}
          </div>
        </div>
      </div>
      <div className="mx-auto flex w-full max-w-7xl flex-1 flex-col gap-6 px-4 py-6 sm:px-8">
        {environment.isError && environment.data && (
          <Notice tone="attention">{t('old', { sentence: sentenceOf(environment.error) ?? '' })}</Notice>
        )}
        {environment.data?.half_way && path === base && (
          <HalfWay environment={environment.data} what={environment.data.half_way} />
        )}
        <LogosOf environmentId={environmentId}>
          <GuideOf environmentId={environmentId}>
            <NoChanges reason={rehearsal ? words('rehearsal.role') : null}>{children}</NoChanges>
          </GuideOf>
        </LogosOf>
      </div>
      <div data-beside-wall className="contents">
        {!rehearsal && draftBar}
      </div>
    </div>
  );
}

function Head({ environment }: { environment: EnvironmentDetailView | undefined }) {
  const t = useTranslations('environments');
  const router = useRouter();
  const path = usePathname();
  const running =
    environment?.active_deployment_id &&
    `/environments/${environment.id}/deployments/${environment.active_deployment_id}`;
  const trail = [{ label: t('title'), href: '/environments' }];
  if (!environment) {
    return (
      <div className="flex flex-col gap-2">
        <Breadcrumbs label={t('frame.trail')} items={[...trail, { label: t('frame.loading') }]} />
        <Skeleton className="my-0.5 h-8 w-64" />
      </div>
    );
  }
  return (
    <PageHeader
      title={environment.name}
      breadcrumbs={<Breadcrumbs label={t('frame.trail')} items={[...trail, { label: environment.name }]} />}
      badges={
        <>
          <EnvironmentStatusBadges environment={environment} serviceCount={environment.services.length} counted />
          <MachinesNotUpBadge environment={environment} />
          {environment.version > 0 && <Badge>{t('version', { version: environment.version })}</Badge>}
        </>
      }
      actions={
        <>
          {running && path !== running && <LinkButton href={running}>{t('frame.watch')}</LinkButton>}
          {!environment.rehearsal && (
            <EnvironmentActions
              environment={environment}
              variant="secondary"
              onDeleted={() => router.push('/environments')}
            />
          )}
        </>
      }
    />
  );
}

function Unavailable({ gone, sentence, onRetry }: { gone: boolean; sentence: string; onRetry: () => void }) {
  const t = useTranslations('environments');
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-16">
      <EmptyState
        level={1}
        title={t(gone ? 'frame.gone' : 'frame.unavailable')}
        actions={
          <>
            {!gone && <Button onClick={onRetry}>{t('retry')}</Button>}
            <LinkButton variant="primary" href="/environments">
              {t('frame.all')}
            </LinkButton>
          </>
        }
      >
        <p>{gone ? t('frame.goneText') : sentence}</p>
      </EmptyState>
    </div>
  );
}
