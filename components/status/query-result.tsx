'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';

interface Query<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** What the server answered, its place while it is asked, and why when it could not be read; in words of its own where given. */
export function QueryResult<Data>({
  of,
  failed,
  loading,
  children,
}: {
  of: Query<Data>;
  failed?: string;
  loading?: string;
  children: (data: Data) => ReactNode;
}) {
  const t = useTranslations('common.answer');
  return (
    <>
      {of.error !== null && of.error !== undefined && (
        <Notice
          tone="failed"
          title={failed ?? t('failed')}
          actions={<Button onClick={() => void of.refetch()}>{t('again')}</Button>}
        >
          {sentenceOf(of.error)}
        </Notice>
      )}
      {of.data !== undefined && children(of.data)}
      {of.data === undefined && !of.error && (
        <div className="flex flex-col gap-3">
          <LoadingWords>{loading ?? t('loading')}</LoadingWords>
          <Skeleton className="h-20 rounded-xl" />
          <Skeleton className="h-14 rounded-xl" />
          <Skeleton className="h-14 rounded-xl" />
          <Skeleton className="h-14 rounded-xl" />
        </div>
      )}
    </>
  );
}
