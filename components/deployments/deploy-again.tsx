'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DestroyDialog } from '@/components/forms/losses/destroy-dialog';
import { useRoleReason } from '@/components/shell/me-context';
import { ErrorLine } from '@/components/status/error-line';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link';
import { type DeployForecast, forecastDeploy } from '@/lib/client/deploy-forecast';
import { useDraft } from '@/lib/client/draft';
import { useEnvironment } from '@/lib/client/environments';
import { openSession, useDeploySession, useDiscardSession } from '@/lib/client/sessions';
import { mustAsk } from '@/lib/model/loss';

/**
 * Deploys what is there once more; with changes in a draft, leads to their review instead. What that destroys is asked
 * about first.
 */
export function DeployAgain({ environmentId }: { environmentId: string }) {
  const t = useTranslations('deployments.again');
  const router = useRouter();
  const reason = useRoleReason();
  const draft = useDraft(environmentId);
  const environment = useEnvironment(environmentId);
  const discard = useDiscardSession(environmentId);
  const [asked, setAsked] = useState<DeployForecast | null>(null);
  const deploy = useDeploySession(environmentId);
  const run = useMutation({
    mutationFn: ({ sessionId, revision }: DeployForecast) => deploy.mutateAsync({ sessionId, revision }),
    onSuccess: ({ deployment_id }) => router.push(`/environments/${environmentId}/deployments/${deployment_id}`),
  });
  const preview = useMutation({
    mutationFn: async () => forecastDeploy(environmentId, draft.mine?.id ?? (await openSession(environmentId)).id),
    onSuccess: (outlook) =>
      mustAsk(outlook.loss, environment.data?.version ?? 1) ? setAsked(outlook) : run.mutate(outlook),
  });
  if (draft.mine && draft.mine.changes > 0) {
    return (
      <LinkButton variant="primary" href={`/environments/${environmentId}/review`}>
        {t('review')}
      </LinkButton>
    );
  }
  const problem = preview.error ?? run.error;
  return (
    <div className="flex flex-col items-end gap-1.5">
      <Button
        variant="primary"
        pending={preview.isPending || run.isPending}
        disabledReason={reason}
        onClick={() => {
          run.reset();
          preview.mutate();
        }}
      >
        {t('deploy')}
      </Button>
      <ErrorLine error={problem} />
      {asked && environment.data && (
        <DestroyDialog
          environmentName={environment.data.name}
          loss={asked.loss}
          open
          onOpenChange={(open) => {
            if (open) return;
            setAsked(null);
            // the draft that was opened to look holds nothing
            discard.mutate(asked.sessionId);
          }}
          onConfirm={() => {
            setAsked(null);
            run.mutate(asked);
          }}
        />
      )}
    </div>
  );
}
