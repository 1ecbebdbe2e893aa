'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDraft } from '@/lib/client/draft';
import { openSession, useDeploySession } from '@/lib/client/sessions';

/** Deploys what is there once more; with changes in a draft, leads to their review instead. */
export function DeployAgain({ environmentId }: { environmentId: string }) {
  const t = useTranslations('deployments.again');
  const router = useRouter();
  const reason = useRoleReason();
  const draft = useDraft(environmentId);
  const deploy = useDeploySession(environmentId);
  const again = useMutation({
    mutationFn: async () => deploy.mutateAsync(draft.mine?.id ?? (await openSession(environmentId)).id),
    onSuccess: ({ deployment_id }) => router.push(`/environments/${environmentId}/deployments/${deployment_id}`),
  });
  if (draft.mine && draft.mine.changes > 0) {
    return (
      <LinkButton variant="primary" href={`/environments/${environmentId}/review`}>
        {t('review')}
      </LinkButton>
    );
  }
  return (
    <div className="flex flex-col items-end gap-1.5">
      <Button variant="primary" pending={again.isPending} disabledReason={reason} onClick={() => again.mutate()}>
        {t('deploy')}
      </Button>
      {again.isError && (
        <p role="alert" className="text-failed-text">
          {sentenceOf(again.error)}
        </p>
      )}
    </div>
  );
}
