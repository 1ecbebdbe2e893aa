'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ComponentProps, ReactNode } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { onDemand, usePreload } from '@/components/ui/on-demand';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDraft } from '@/lib/client/draft';
import type { DraftState } from '@/lib/client/draft-state';
import { useEnvironment } from '@/lib/client/environments';
import { onSuccess } from '@/lib/client/on-success';
import { useSessionPolicies } from '@/lib/client/policies';
import { useSessionPreview } from '@/lib/client/preview';
import { useServices } from '@/lib/client/services';
import { useDeploySession, useSessionDiff } from '@/lib/client/sessions';
import { expectedLoss } from '@/lib/model/loss';
import { suspendedHosts } from '@/lib/model/operations/suspended-hosts';
import type { PolicyCheck } from '@/lib/model/policies/verdicts';
import type { Preview } from '@/lib/model/preview';
import type { EnvironmentDetailView } from '@/lib/model/views';
import { EffectSentence } from './preview/effect-sentence';
import { useStartAgain } from './start-again';

const loadPreview = async () => (await import('./preview/preview-section')).PreviewSection;
const PreviewSection = onDemand<ComponentProps<typeof import('./preview/preview-section').PreviewSection>>(
  loadPreview,
  <Skeleton className="h-80 w-full rounded-xl" />,
);

const loadNotices = async () => (await import('./preview/preview-notices')).PreviewNotices;
const PreviewNotices = onDemand<ComponentProps<typeof import('./preview/preview-notices').PreviewNotices>>(loadNotices);

const loadVerdicts = async () => (await import('../status/verdicts/draft-verdicts')).DraftVerdicts;
const DraftVerdicts =
  onDemand<ComponentProps<typeof import('../status/verdicts/draft-verdicts').DraftVerdicts>>(loadVerdicts);

const SurvivalSentence = onDemand<ComponentProps<typeof import('./preview/survival-sentence').SurvivalSentence>>(
  async () => (await import('./preview/survival-sentence')).SurvivalSentence,
);

const loadChanges = async () => (await import('./changes/changes-section')).ChangesSection;
const ChangesSection = onDemand<ComponentProps<typeof import('./changes/changes-section').ChangesSection>>(
  loadChanges,
  <Skeleton className="h-40 w-full rounded-xl" />,
);

const loadDraftNotices = async () => (await import('./draft-notices')).DraftNotices;
const DraftNotices = onDemand<ComponentProps<typeof import('./draft-notices').DraftNotices>>(loadDraftNotices);

const loadActions = async () => (await import('./review-actions')).ReviewActions;
const ReviewActions = onDemand<ComponentProps<typeof import('./review-actions').ReviewActions>>(loadActions);

const ProblemList = onDemand<ComponentProps<typeof import('./problem-list').ProblemList>>(
  async () => (await import('./problem-list')).ProblemList,
);

/** What the draft changes, what deploying it does, what stands against it, and the button that makes it true. */
export function ReviewPage({ environmentId }: { environmentId: string }) {
  const draft = useDraft(environmentId);
  const again = useStartAgain(environmentId, draft.overtaken?.session.id ?? null);
  // beside the review, which may have nothing to show once what both changed is as deployed
  return (
    <>
      {again.dialog}
      <DraftReview environmentId={environmentId} draft={draft} startAgain={again.button} />
    </>
  );
}

function DraftReview({
  environmentId,
  draft,
  startAgain,
}: {
  environmentId: string;
  draft: ReturnType<typeof useDraft>;
  startAgain: ReactNode;
}) {
  const t = useTranslations('session');
  const router = useRouter();
  const { session, environment, diff, services, deploy, preview, policies } = useReview(environmentId, draft);
  usePreload(loadDraftNotices);
  usePreload(loadPreview);
  usePreload(loadNotices);
  usePreload(loadVerdicts);
  usePreload(loadChanges);
  usePreload(loadActions);
  const role = useRoleReason();
  const base = `/environments/${environmentId}`;

  // on the way to the deployment's page: the draft is gone by now
  if (deploy.isSuccess) return <ReviewSkeleton />;
  if (!draft.loading && !session) return <NothingToReview base={base} />;
  if (diff.isError) {
    return (
      <Notice
        tone="failed"
        title={t('review.failed')}
        actions={<Button onClick={() => void diff.refetch()}>{t('review.retry')}</Button>}
      >
        {sentenceOf(diff.error)}
      </Notice>
    );
  }
  // all at once: what is lost stands above the changes, and nothing may move under a finger
  const foreseeing = draft.mine !== null && (preview.isPending || policies.isPending);
  if (!session || !diff.data || !services.data || !environment.data || foreseeing) return <ReviewSkeleton />;
  const { changes, problems } = diff.data;
  if (changes.length === 0 && draft.mine) return <NothingToReview base={base} />;

  const refusal = refusalOf(t, environment.data, draft, problems, policies.data, preview.data);
  const loss = expectedLoss(preview.data ?? null, diff.data);
  // after an edit: what the draft holds, and would destroy, is being read; the server refuses an older revision
  const outdated = diff.isFetching || (preview.isFetching && preview.data?.revision !== diff.data.revision);
  const leave = () => router.push(`${base}/services`);

  return (
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-6">
      <div>
        <h2 className="font-semibold text-lg">{t('review.title')}</h2>
        {draft.mine && (
          <p className="mt-0.5 text-ink-muted">{preview.data && <EffectSentence machines={preview.data.machines} />}</p>
        )}
      </div>
      {(draft.overtaken || draft.others.length > 0) && (
        <DraftNotices environmentId={environmentId} draft={draft} startAgain={startAgain} onDiscarded={leave} />
      )}
      {problems.length > 0 && (
        <ProblemList problems={problems} services={services.data} environmentId={environmentId} />
      )}
      {draft.mine && policies.data && policies.data.verdicts.length > 0 && (
        <DraftVerdicts environmentId={environmentId} sessionId={draft.mine.id} check={policies.data} />
      )}
      {draft.mine && preview.data && <PreviewNotices preview={preview.data} blocked={problems.length > 0} />}
      <ChangesSection
        environmentId={environmentId}
        diff={diff.data}
        fileName={`${environment.data.name}-changes.json`}
        ownDraft={draft.mine && role === null ? draft.mine.id : null}
      />
      {draft.mine && <PreviewSection query={preview} />}
      {draft.mine && environment.data.version > 0 && (
        <SurvivalSentence environmentId={environmentId} sessionId={session.id} revision={diff.data.revision} />
      )}
      {deploy.isError && (
        <Notice tone="failed" title={t('review.notDeployed')}>
          {sentenceOf(deploy.error)}
        </Notice>
      )}
      {draft.mine && (
        <ReviewActions
          environment={environment.data}
          sessionId={session.id}
          revision={diff.data.revision}
          hosts={preview.data?.machines.flatMap(({ host, change }) => (change === 'remove' ? [] : host)) ?? []}
          changes={changes.length}
          loss={loss}
          pending={deploy.isPending}
          reading={outdated || policies.isPlaceholderData}
          reason={role ?? refusal}
          onDiscarded={leave}
          onDeploy={() =>
            onSuccess(
              deploy.mutateAsync({ sessionId: session.id, revision: diff.data.revision }),
              ({ deployment_id }) => router.push(`${base}/deployments/${deployment_id}`),
            )
          }
        />
      )}
    </div>
  );
}

/** A draft, what it changes, what deploying it does and what policies say of it: each as far as it is known. */
function useReview(environmentId: string, draft: DraftState) {
  const session = draft.mine ?? draft.overtaken?.session ?? null;
  const environment = useEnvironment(environmentId);
  const diff = useSessionDiff(environmentId, session?.id ?? null);
  const services = useServices(environmentId, session?.id ?? null, session !== null);
  const deploy = useDeploySession(environmentId);
  // a draft that is being deployed has no preview any more
  const previewed = deploy.isPending || deploy.isSuccess ? null : (draft.mine?.id ?? null);
  const preview = useSessionPreview(environmentId, previewed);
  const policies = useSessionPolicies(environmentId, previewed);
  return { session, environment, diff, services, deploy, preview, policies };
}

/** Why a draft cannot be deployed now; null when it can, as far as is known. */
function refusalOf(
  t: ReturnType<typeof useTranslations<'session'>>,
  { status, services }: Pick<EnvironmentDetailView, 'status' | 'services'>,
  { overtaken }: DraftState,
  problems: readonly unknown[],
  policies: PolicyCheck | undefined,
  preview: Preview | null | undefined,
): string | null {
  if (status === 'deploying') return t('review.busy');
  const resting = suspendedHosts(services);
  if (resting.length > 0) return t('review.suspended', { machines: resting.join(', ') });
  if (overtaken) return t('review.overtaken');
  if (problems.length > 0) return t('review.blocked');
  if (policies?.outcome === 'stop') return t('review.stopped');
  return preview?.certain ? t('review.predicted') : null;
}

function NothingToReview({ base }: { base: string }) {
  const t = useTranslations('session.review');
  return (
    <EmptyState
      title={t('emptyTitle')}
      actions={
        <>
          <LinkButton href={`${base}/services`}>{t('showServices')}</LinkButton>
          <LinkButton variant="primary" href={`${base}/services/add`}>
            {t('addService')}
          </LinkButton>
        </>
      }
    >
      <p>{t('emptyText')}</p>
    </EmptyState>
  );
}

function ReviewSkeleton() {
  const t = useTranslations('session.review');
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <LoadingWords>{t('loading')}</LoadingWords>
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-24 w-full rounded-xl" />
      <Skeleton className="h-80 w-full rounded-xl" />
    </div>
  );
}
