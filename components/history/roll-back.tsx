'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDraft } from '@/lib/client/draft';
import { useComparison, useRollBack } from '@/lib/client/history';
import { onSuccess } from '@/lib/client/on-success';
import { ChangeSentence } from './impact';

/** As many changes are told here; the review tells all. */
const MAX_CHANGES = 6;

/** Says what going back to a version would change, and opens a draft that does so. */
export function RollBack({
  environmentId,
  runId,
  version,
  onClose,
}: {
  environmentId: string;
  runId: string;
  version: number;
  onClose: () => void;
}) {
  const t = useTranslations('history.rollBack');
  const router = useRouter();
  const { mine } = useDraft(environmentId);
  const comparison = useComparison(environmentId, 'current', String(version));
  const back = useRollBack(environmentId);
  const changes = comparison.data?.changes ?? [];
  const same = comparison.data !== undefined && changes.length === 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { version })}
      description={t('description')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            pending={back.isPending}
            disabled={comparison.data === undefined}
            disabledReason={same ? t('same', { version }) : null}
            onClick={() =>
              onSuccess(back.mutateAsync({ runId, replaces: mine?.id ?? null }), () =>
                router.push(`/environments/${environmentId}/review`),
              )
            }
          >
            {t('confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {comparison.isError && <Notice tone="failed">{sentenceOf(comparison.error)}</Notice>}
        {back.isError && <Notice tone="failed">{sentenceOf(back.error)}</Notice>}
        {mine && mine.changes > 0 && <Notice tone="attention">{t('replacesDraft', { count: mine.changes })}</Notice>}
        {same && <p>{t('same', { version })}</p>}
        {!comparison.data && !comparison.isError && (
          <>
            <LoadingWords>{t('loading')}</LoadingWords>
            <Skeleton className="h-24" />
          </>
        )}
        {changes.length > 0 && (
          <section aria-label={t('changes')}>
            <p className="mb-1.5 font-medium">{t('would', { count: changes.length })}</p>
            <ul>
              {changes.slice(0, MAX_CHANGES).map((change, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes its order
                <ChangeSentence key={index} environmentId={environmentId} change={change} dense />
              ))}
            </ul>
            {changes.length > MAX_CHANGES && (
              <Link href={`/environments/${environmentId}/deployments/compare?from=current&to=${version}`}>
                {t('all', { count: changes.length })}
              </Link>
            )}
          </section>
        )}
      </div>
    </Dialog>
  );
}
