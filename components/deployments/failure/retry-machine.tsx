'use client';
import { RotateCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useRoleReason } from '@/components/shell/me-context';
import { ErrorLine } from '@/components/status/error-line';
import { Button } from '@/components/ui/button';
import { useDraft } from '@/lib/client/draft';
import { useRetryMachine } from '@/lib/client/failures';
import type { Repair } from '@/lib/model/failure-findings';
import type { Failure } from '@/lib/model/progress/failure';
import type { RunView } from '@/lib/model/runs/run-view';

/** Goes on with the machine that failed alone; whatever else is not finished waits for the next deployment. */
export function RetryMachine({
  view: { id: runId, environment_id: environmentId },
  failure,
  refused,
}: {
  view: RunView;
  failure: Failure;
  /** why it cannot be done */
  refused: Repair['refused'];
}) {
  const t = useTranslations('deployments.failure');
  const router = useRouter();
  const role = useRoleReason();
  const draft = useDraft(environmentId);
  const retry = useRetryMachine(environmentId, (begun) =>
    router.push(`/environments/${environmentId}/deployments/${begun}`),
  );
  // a run ends the drafts of before: nobody shall lose one by a button that does not speak of it
  const isDrafted = draft.mine !== null && draft.mine.changes > 0;
  const reason = role ?? (refused === null ? null : t(`refused.${refused}`)) ?? (isDrafted ? t('draftInTheWay') : null);
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Button
        size="sm"
        pending={retry.isPending}
        disabledReason={reason}
        onClick={() => retry.mutate({ runId, failureId: failure.id })}
      >
        <RotateCw aria-hidden />
        {t('retry', { host: failure.host ?? '' })}
      </Button>
      <ErrorLine error={retry.error} />
    </div>
  );
}
