'use client';
import { Drama } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { ErrorLine } from '@/components/status/error-line';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link';
import { onSuccess } from '@/lib/client/on-success';
import { useEndRehearsal } from '@/lib/client/rehearsals';
import type { RehearsalView } from '@/lib/model/rehearsal';

/** Says above everything that nothing of it is real, and leads back. */
export function RehearsalBand({ environmentId, rehearsal }: { environmentId: string; rehearsal: RehearsalView }) {
  const t = useTranslations('session.rehearsal');
  const faults = useTranslations('admin.faults.kinds');
  const router = useRouter();
  const end = useEndRehearsal(environmentId);
  const { fault, speed, of_environment_id } = rehearsal;
  const review = `/environments/${of_environment_id}/review`;
  const wrong = fault && t('with', { fault: faults(fault.kind), target: fault.target === '' ? 'none' : fault.target });
  return (
    <section aria-label={t('label')} className="border-attention-border border-b bg-attention-bg text-attention-text">
      <div className="mx-auto flex w-full max-w-7xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-8">
        <Drama aria-hidden className="size-5 shrink-0" />
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-semibold">{t('band')}</p>
          <p className="text-[13px]">{[t('how', { speed }), wrong].filter(Boolean).join(' ')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            pending={end.isPending || end.isSuccess}
            onClick={() => onSuccess(end.mutateAsync(), () => router.push(review))}
          >
            {t('end')}
          </Button>
          <LinkButton variant="primary" href={review}>
            {t('deploy')}
          </LinkButton>
        </div>
        <ErrorLine error={end.error} />
      </div>
    </section>
  );
}
