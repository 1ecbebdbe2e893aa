import { useTranslations } from 'next-intl';
import { Brand } from '@/components/shell/brand';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';

export default function NotFound() {
  const t = useTranslations('common.missing');
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center gap-8 px-5">
      <Brand />
      <EmptyState
        level={1}
        title={t('title')}
        actions={
          <LinkButton variant="primary" href="/">
            {t('home')}
          </LinkButton>
        }
      >
        <p>{t('text')}</p>
      </EmptyState>
    </main>
  );
}
