'use client';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations('common.broken');
  return (
    <div className="mx-auto flex min-h-[70dvh] w-full max-w-xl flex-col justify-center px-5 py-10">
      <EmptyState
        title={t('title')}
        actions={
          <>
            <LinkButton href="/">{t('home')}</LinkButton>
            <Button variant="primary" onClick={reset}>
              {t('retry')}
            </Button>
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
