'use client';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageBody } from '@/components/shell/frame';
import { useMe } from '@/components/shell/me-context';
import { EnvironmentStatusBadge } from '@/components/status/environment-status';
import { useStatusWords } from '@/components/status/status-words';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link, LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useEnvironments } from '@/lib/client/environments';
import { useTenantEvents } from '@/lib/client/events/use-news';
import type { ListedEnvironmentView } from '@/lib/model/views';
import { CreateEnvironment } from './create-environment';
import { servicesWords } from './environment-row';
import { FirstEnvironment } from './first-environment';
import { sortForHome } from './home-groups';

/** Where one lands: what runs now, what wants a person, and the rest. */
export function HomePage() {
  useTenantEvents();
  const { user, tenant } = useMe();
  const environments = useEnvironments();
  const { running, waiting, quiet } = sortForHome(environments.data ?? []);
  const empty = environments.isSuccess && environments.data.length === 0;
  return (
    <PageBody>
      <PageHeader
        title={`Hello, ${user.display_name.split(' ')[0]}`}
        description={`What happens in ${tenant.name}.`}
        actions={!empty && <CreateEnvironment />}
      />
      {environments.isError && (
        <Notice
          tone="failed"
          title="The environments cannot be shown"
          actions={<Button onClick={() => void environments.refetch()}>Try again</Button>}
        >
          {sentenceOf(environments.error)}
        </Notice>
      )}
      {environments.isPending && <HomeSkeleton />}
      {empty && <FirstEnvironment />}
      {environments.isSuccess && !empty && (
        <>
          {running.length > 0 && (
            <Group title="Running now">
              {running.map((environment) => (
                <Tile key={environment.id} environment={environment} href={`/environments/${environment.id}`} />
              ))}
            </Group>
          )}
          {waiting.length > 0 ? (
            <Group title="Needs you">
              {waiting.map((environment) => (
                <Tile key={environment.id} environment={environment} href={nextStep(environment)} />
              ))}
            </Group>
          ) : (
            running.length === 0 && (
              <p className="flex items-center gap-2 text-ink-muted">
                <CircleCheck aria-hidden className="size-4 text-ready-solid" />
                Nothing runs and nothing needs you.
              </p>
            )
          )}
          {quiet.length > 0 && (
            <Group title="Ready">
              {quiet.map((environment) => (
                <Tile key={environment.id} environment={environment} href={`/environments/${environment.id}`} />
              ))}
            </Group>
          )}
          <div>
            <LinkButton href="/environments">Show all environments</LinkButton>
          </div>
        </>
      )}
    </PageBody>
  );
}

/** Where the next step of an environment that wants a person is taken. */
function nextStep({ id, status }: ListedEnvironmentView): string {
  return status === 'failed' ? `/environments/${id}/deployments` : `/environments/${id}/services`;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold text-[15px]">{title}</h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">{children}</ul>
    </section>
  );
}

function Tile({ environment, href }: { environment: ListedEnvironmentView; href: string }) {
  const { status, service_count: services, last_outcome: lastOutcome } = environment;
  const { sentence } = useStatusWords().environment(status, services, lastOutcome);
  return (
    <li>
      <Card className="relative flex h-full flex-col gap-2 p-4 transition-colors hover:bg-hover/60">
        <div className="flex items-start justify-between gap-3">
          <Link href={href} className="min-w-0 break-words text-ink after:absolute after:inset-0 after:rounded-xl">
            {environment.name}
          </Link>
          <EnvironmentStatusBadge status={status} serviceCount={services} lastOutcome={lastOutcome} />
        </div>
        <p className="text-ink-muted">{sentence}</p>
        <p className="mt-auto text-[13px] text-ink-muted">
          {servicesWords(environment.service_count)}, changed <RelativeTime at={environment.updated} />
        </p>
      </Card>
    </li>
  );
}

function HomeSkeleton() {
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      <LoadingWords>Your environments are being loaded</LoadingWords>
      <Skeleton className="h-28 rounded-xl" />
      <Skeleton className="h-28 rounded-xl" />
      <Skeleton className="h-28 rounded-xl" />
    </div>
  );
}
