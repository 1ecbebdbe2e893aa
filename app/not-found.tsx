import { useTranslations } from 'next-intl';
import { Brand } from '@/components/shell/brand';
import { buttonClasses } from '@/components/ui/button-classes';
import { EmptyState } from '@/components/ui/empty-state';

/** With a plain link: every page loads the code of this one. */
export default function NotFound() {
  const t = useTranslations('common.missing');
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center gap-8 px-5">
      <Brand />
      <EmptyState
        level={1}
        title={t('title')}
        actions={
          <a href="/" className={buttonClasses('primary')}>
            {t('home')}
          </a>
        }
      >
        <p>{t('text')}</p>
      </EmptyState>
    </main>
  );
}
