'use client';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link';
import { DiscardDraft } from './discard-draft';

/** The pane at the bottom edge that is in sight however long the review is: go on, discard, deploy. */
export function ReviewActions({
  environmentId,
  sessionId,
  changes,
  pending,
  reason,
  onDeploy,
  onDiscarded,
}: {
  environmentId: string;
  sessionId: string;
  changes: number;
  /** a deploy was asked for */
  pending: boolean;
  /** why it cannot be deployed now */
  reason: string | null;
  onDeploy: () => void;
  onDiscarded: () => void;
}) {
  const t = useTranslations('session.review');
  return (
    <section
      aria-label={t('actions')}
      className="glass sticky bottom-3 z-20 flex flex-wrap items-center justify-between gap-3 rounded-xl px-2 py-2.5 sm:bottom-5 sm:px-4 sm:py-3"
    >
      <LinkButton variant="ghost" href={`/environments/${environmentId}/services`} className="max-sm:hidden">
        {t('goOn')}
      </LinkButton>
      <div className="flex flex-wrap items-center gap-1 max-sm:w-full max-sm:justify-between sm:gap-2">
        <DiscardDraft environmentId={environmentId} sessionId={sessionId} changes={changes} onDiscarded={onDiscarded} />
        <Button
          variant="primary"
          size="lg"
          pending={pending}
          disabledReason={reason}
          onClick={onDeploy}
          className="max-sm:px-3.5"
        >
          {t('deploy', { count: changes })}
        </Button>
      </div>
    </section>
  );
}
