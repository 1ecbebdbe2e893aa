import { useTranslations } from 'next-intl';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';

/** Stands where a service will be. */
export function ServiceSkeleton() {
  const t = useTranslations('services.page');
  return (
    <>
      <LoadingWords>{t('loading')}</LoadingWords>
      <Skeleton className="h-10 w-64" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Skeleton className="h-64 rounded-xl" />
        <Skeleton className="h-48 rounded-xl" />
      </div>
    </>
  );
}
