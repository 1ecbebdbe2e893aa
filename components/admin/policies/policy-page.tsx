'use client';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { QueryResult } from '@/components/status/query-result';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { onDemand, usePreload } from '@/components/ui/on-demand';
import { Skeleton } from '@/components/ui/skeleton';
import { usePolicy } from '@/lib/client/policies';

const loadSheet = async () => (await import('./policy-sheet')).PolicySheet;
const PolicySheet = onDemand<ComponentProps<typeof import('./policy-sheet').PolicySheet>>(
  loadSheet,
  <Skeleton className="h-96 w-full rounded-xl" />,
);

/** One policy: its rules, what they would say, what it said, its exceptions and its history. */
export function PolicyPage({ policyId }: { policyId: string }) {
  const t = useTranslations('policies.list');
  const policy = usePolicy(policyId);
  usePreload(loadSheet);
  return (
    <div className="flex flex-col gap-5">
      <Breadcrumbs items={[{ label: t('title'), href: '/admin/policies' }, { label: policy.data?.name ?? '…' }]} />
      <QueryResult of={policy}>{(data) => <PolicySheet policy={data} />}</QueryResult>
    </div>
  );
}
