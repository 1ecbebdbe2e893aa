'use client';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { SegmentLinks } from '@/components/ui/segment-links';

/** The three ways to look at the past of an environment. */
export function HistoryTabs({ environmentId, actions }: { environmentId: string; actions?: ReactNode }) {
  const t = useTranslations('history.tabs');
  const path = usePathname();
  const base = `/environments/${environmentId}/deployments`;
  const items = [
    { href: base, label: t('deployments') },
    { href: `${base}/compare`, label: t('compare') },
    { href: `${base}/activity`, label: t('activity') },
  ];
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <SegmentLinks label={t('label')} items={items.map((item) => ({ ...item, current: item.href === path }))} />
      {actions}
    </div>
  );
}
