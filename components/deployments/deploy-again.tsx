'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRoleReason } from '@/components/shell/me-context';
import { ErrorLine } from '@/components/status/error-line';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link';
import { forecastDeploy } from '@/lib/client/deploy-forecast';
import { useDraft } from '@/lib/client/draft';
import { openSession } from '@/lib/client/sessions';
import { useConfirmedDeploy } from './use-confirmed-deploy';

/**
 * Deploys what is there once more; with changes in a draft, leads to their review instead. What that destroys is asked
 * about first.
 */
export function DeployAgain({ environmentId }: { environmentId: string }) {
  const t = useTranslations('deployments.again');
  const reason = useRoleReason();
  const draft = useDraft(environmentId);
  const deploy = useConfirmedDeploy(environmentId);
  const preview = useMutation({
    mutationFn: async () => forecastDeploy(environmentId, draft.mine?.id ?? (await openSession(environmentId)).id),
    onSuccess: deploy.begin,
  });
  if (draft.mine && draft.mine.changes > 0) {
    return (
      <LinkButton variant="primary" href={`/environments/${environmentId}/review`}>
        {t('review')}
      </LinkButton>
    );
  }
  const problem = preview.error ?? deploy.error;
  return (
    <div className="flex flex-col items-end gap-1.5">
      <Button
        variant="primary"
        pending={preview.isPending || deploy.isPending}
        disabledReason={reason}
        onClick={() => {
          deploy.reset();
          preview.mutate();
        }}
      >
        {t('deploy')}
      </Button>
      <ErrorLine error={problem} />
      {deploy.dialog}
    </div>
  );
}
