'use client';
import { useTranslations } from 'next-intl';
import { cn } from '@/components/ui/class-names';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { CANVAS_HEIGHT } from './canvas-height';

/** What stands where the canvas will be. */
export function CanvasPlaceholder() {
  const t = useTranslations('topology');
  return (
    <div className={cn(CANVAS_HEIGHT, 'grid w-full place-items-center bg-sunken')}>
      <LoadingWords>{t('drawing')}</LoadingWords>
      <div className="flex gap-24">
        <Skeleton className="h-44 w-64" />
        <Skeleton className="hidden h-32 w-64 sm:block" />
      </div>
    </div>
  );
}
