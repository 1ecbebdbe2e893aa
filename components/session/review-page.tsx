'use client';
import { useRouter } from 'next/navigation';
import { useRoleReason } from '@/components/shell/me-context';
import { ServiceLogo } from '@/components/shell/service-logo';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useServiceTypes } from '@/lib/client/catalog';
import { useDraft } from '@/lib/client/draft';
import { useEnvironment } from '@/lib/client/environments';
import { useServices } from '@/lib/client/services';
import { useDeploySession, useSessionDiff } from '@/lib/client/sessions';
import { whenDone } from '@/lib/client/when-done';
import { ChangeItem } from './change-item';
import { DiscardDraft } from './discard-draft';
import { overtakenTitle } from './draft-bar';
import { ProblemList } from './problem-list';
import { useStartAgain } from './start-again';
import { effectSentence, groupByService, machineEffect } from './summary';
import { changesWords, namesWords } from './words';

/** What the draft changes, what stands against it, and the button that makes it true. */
export function ReviewPage({ environmentId }: { environmentId: string }) {
  const router = useRouter();
  const draft = useDraft(environmentId);
  const session = draft.mine ?? draft.overtaken?.session ?? null;
  const environment = useEnvironment(environmentId);
  const diff = useSessionDiff(environmentId, session?.id ?? null);
  const services = useServices(environmentId, session?.id ?? null, session !== null);
  const deploy = useDeploySession(environmentId);
  const again = useStartAgain(environmentId, draft.overtaken?.session.id ?? null);
  const role = useRoleReason();
  const base = `/environments/${environmentId}`;

  // on the way to the deployment's page: the draft is gone by now
  if (deploy.isSuccess) return <ReviewSkeleton />;
  if (!draft.loading && !session) return <NothingToReview base={base} />;
  if (diff.isError) {
    return (
      <Notice
        tone="failed"
        title="Your draft cannot be shown"
        actions={<Button onClick={() => void diff.refetch()}>Try again</Button>}
      >
        {sentenceOf(diff.error)}
      </Notice>
    );
  }
  if (!session || !diff.data || !services.data || !environment.data) return <ReviewSkeleton />;
  const { changes, problems } = diff.data;
  if (changes.length === 0 && draft.mine) return <NothingToReview base={base} />;

  const busy = environment.data.status === 'deploying' ? 'A deployment is running. Wait until it is over.' : null;
  const overtaken = draft.overtaken ? 'Somebody deployed first. Start again with your changes first.' : null;
  const blocked = problems.length > 0 ? 'Put right what is listed under “Before this can be deployed” first.' : null;

  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-5">
      {again.dialog}
      <div>
        <h2 className="font-semibold text-lg">Review your draft</h2>
        <p className="mt-0.5 text-ink-muted">
          {effectSentence(machineEffect(changes, services.data, environment.data.services))}
        </p>
      </div>
      {draft.overtaken && (
        <Notice
          tone="attention"
          title={overtakenTitle(draft.overtaken.byUserName, draft.overtaken.version)}
          actions={
            <>
              <DiscardDraft
                environmentId={environmentId}
                sessionId={session.id}
                changes={draft.overtaken.session.changes}
                onDiscarded={() => router.push(`${base}/services`)}
              />
              {again.button}
            </>
          }
        >
          These were your changes. They are kept until you start again with them or discard them.
        </Notice>
      )}
      {draft.others.length > 0 && (
        <Notice tone="neutral">
          {namesWords([...new Set(draft.others.map((other) => other.user_name))])} also{' '}
          {draft.others.length === 1 ? 'has' : 'have'} a draft of this environment. Once you deploy, it is out of date
          and has to be started again.
        </Notice>
      )}
      {problems.length > 0 && (
        <section
          aria-labelledby="problems"
          className="rounded-xl border border-failed-border bg-failed-bg px-4 py-3 text-failed-text"
        >
          <h3 id="problems" className="font-semibold">
            Before this can be deployed
          </h3>
          <ProblemList problems={problems} services={services.data} environmentId={environmentId} />
        </section>
      )}
      <Changes changes={changes} />
      {deploy.isError && (
        <Notice tone="failed" title="This was not deployed">
          {sentenceOf(deploy.error)}
        </Notice>
      )}
      {draft.mine && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
          <LinkButton variant="ghost" href={`${base}/services`}>
            Go on editing
          </LinkButton>
          <div className="flex flex-wrap items-center gap-2">
            <DiscardDraft
              environmentId={environmentId}
              sessionId={session.id}
              changes={changes.length}
              onDiscarded={() => router.push(`${base}/services`)}
            />
            <Button
              variant="primary"
              size="lg"
              pending={deploy.isPending}
              disabledReason={role ?? busy ?? overtaken ?? blocked}
              onClick={() =>
                whenDone(deploy.mutateAsync(session.id), ({ deployment_id }) =>
                  router.push(`${base}/deployments/${deployment_id}`),
                )
              }
            >
              Deploy {changesWords(changes.length)}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

function Changes({ changes }: { changes: Parameters<typeof groupByService>[0] }) {
  const types = useServiceTypes();
  return (
    <section aria-label="Changes" className="flex flex-col gap-4">
      {groupByService(changes).map((group) => (
        <Card key={group.serviceId}>
          <div className="flex items-center gap-3 border-line border-b px-4 py-3">
            <ServiceLogo type={group.serviceType} className="size-7" />
            <div className="min-w-0">
              <h3 className="break-words font-semibold leading-5">{group.serviceName}</h3>
              <p className="text-[13px] text-ink-muted">
                {types.data?.find((type) => type.type === group.serviceType)?.title ?? group.serviceType}
              </p>
            </div>
          </div>
          <ul className="divide-y divide-line px-4">
            {group.changes.map((change) => (
              <ChangeItem key={[change.kind, change.unitId, change.property].join(':')} change={change} />
            ))}
          </ul>
        </Card>
      ))}
    </section>
  );
}

function NothingToReview({ base }: { base: string }) {
  return (
    <EmptyState
      title="Nothing to review"
      actions={
        <>
          <LinkButton href={`${base}/services`}>Show services</LinkButton>
          <LinkButton variant="primary" href={`${base}/services/add`}>
            Add a service
          </LinkButton>
        </>
      }
    >
      <p>Your draft is as deployed. What you change or add is gathered here, and deployed when you say so.</p>
    </EmptyState>
  );
}

function ReviewSkeleton() {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <LoadingWords>Your draft is being loaded</LoadingWords>
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-24 w-full rounded-xl" />
      <Skeleton className="h-24 w-full rounded-xl" />
    </div>
  );
}
