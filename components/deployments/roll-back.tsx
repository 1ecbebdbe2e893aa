'use client';
import { Undo2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useRoleReason } from '@/components/shell/me-context';
import { ErrorLine } from '@/components/status/error-line';
import { Button } from '@/components/ui/button';
import { useDraft } from '@/lib/client/draft';
import { useHistory, useRollBack } from '@/lib/client/history';

/** Goes back to the last version that was deployed without an error: opens it as a draft and leads to its review. */
export function RollBack({ environmentId, runId }: { environmentId: string; runId: string }) {
  const t = useTranslations('deployments.rollBack');
  const router = useRouter();
  const role = useRoleReason();
  const draft = useDraft(environmentId);
  const history = useHistory(environmentId);
  const rollBack = useRollBack(environmentId);
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? [];
  const here = entries.findIndex((entry) => entry.run_id === runId);
  const good = here < 0 ? undefined : entries.slice(here + 1).find((entry) => entry.outcome === 'success');
  if (!good || good.version === null) return null;
  const drafted = draft.mine !== null && draft.mine.changes > 0 ? t('draftInTheWay') : null;
  return (
    <div className="flex flex-col items-end gap-1.5">
      <Button
        pending={rollBack.isPending}
        disabledReason={role ?? drafted}
        onClick={() =>
          rollBack.mutate(
            { runId: good.run_id, replaces: draft.mine?.id ?? null },
            { onSuccess: () => router.push(`/environments/${environmentId}/review`) },
          )
        }
      >
        <Undo2 aria-hidden />
        {t('toVersion', { version: good.version })}
      </Button>
      <ErrorLine error={rollBack.error} />
    </div>
  );
}
