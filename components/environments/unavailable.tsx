'use client';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';

/** In place of an environment that is gone, or that cannot be read now. */
export function Unavailable({ gone, sentence, onRetry }: { gone: boolean; sentence: string; onRetry: () => void }) {
  const t = useTranslations('environments');
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-16">
      <EmptyState
        level={1}
        title={t(gone ? 'frame.gone' : 'frame.unavailable')}
        actions={
          <>
            {!gone && <Button onClick={onRetry}>{t('retry')}</Button>}
            <LinkButton variant="primary" href="/environments">
              {t('frame.all')}
            </LinkButton>
          </>
        }
      >
        <p>{gone ? t('frame.goneText') : sentence}</p>
      </EmptyState>
    </div>
  );
}
