'use client';
import { useTranslations } from 'next-intl';
import { buttonClasses } from '@/components/ui/button-classes';
import { EmptyState } from '@/components/ui/empty-state';

/** Plain elements: every page loads this one, and whoever leaves a broken page loads the next one whole. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations('common.broken');
  return (
    <div className="mx-auto flex min-h-[70dvh] w-full max-w-xl flex-col justify-center px-5 py-10">
      <EmptyState
        title={t('title')}
        actions={
          <>
            <a href="/" className={buttonClasses()}>
              {t('home')}
            </a>
            <button type="button" onClick={reset} className={buttonClasses('primary')}>
              {t('retry')}
            </button>
          </>
        }
      >
        <p>{t('text')}</p>
        {error.digest && (
          <p className="mt-2">
            {t.rich('reference', { code: () => <code className="font-mono text-[13px]">{error.digest}</code> })}
          </p>
        )}
      </EmptyState>
    </div>
  );
}
