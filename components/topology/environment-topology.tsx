'use client';
import { useTranslations } from 'next-intl';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/components/ui/class-names';
import { Notice } from '@/components/ui/notice';
import { onDemand, usePreload } from '@/components/ui/on-demand';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useAt } from '@/lib/client/moment-address';
import { useEnvironmentPicture } from '@/lib/client/topology';
import { EmptyTopology } from './empty-topology';

const loadView = async () => (await import('./live-topology')).LiveTopology;
const LiveTopology = onDemand<ComponentProps<typeof import('./live-topology').LiveTopology>>(
  loadView,
  <TopologySkeleton />,
);

/** All of it in one look: as high as the window lets it be with what stands above and below. */
const CANVAS = 'flex flex-col [--canvas-height:min(100dvh_-_28rem,44rem)]';

/**
 * The picture of one environment, live: what is deployed, what is drafted, what happens.
 *
 * @param past what leads to its past, below the picture
 */
export function EnvironmentTopology({ environmentId, past }: { environmentId: string; past: ReactNode }) {
  const t = useTranslations('topology');
  const { picture, error } = useEnvironmentPicture(environmentId);
  const [at] = useAt();
  usePreload(loadView);
  if (error) {
    return (
      <Notice tone="failed" title={t('failed')}>
        {sentenceOf(error)}
      </Notice>
    );
  }
  if (!picture) return <TopologySkeleton />;
  const isEmpty = !picture.topology.nodes.some((node) => node.kind === 'service');
  return (
    <div className={cn(CANVAS, 'gap-6')}>
      {isEmpty && at === null ? (
        <EmptyTopology environmentId={environmentId} />
      ) : (
        <LiveTopology environment={picture} />
      )}
      {(picture.environment.version > 0 || at !== null) && past}
    </div>
  );
}

function TopologySkeleton() {
  const t = useTranslations('topology');
  return (
    <div className={cn(CANVAS, 'gap-3')}>
      <LoadingWords>{t('loading')}</LoadingWords>
      <Skeleton className="h-9 w-72" />
      <Skeleton className="h-8 w-full max-w-xl" />
      <Skeleton className="h-(--canvas-height) min-h-80 w-full rounded-xl" />
    </div>
  );
}
