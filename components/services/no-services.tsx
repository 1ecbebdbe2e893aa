'use client';
import { Layers } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/empty-state';
import { AddServiceButton } from './add-service-button';

/** The page of services where there are none yet. */
export function NoServices({ environmentId }: { environmentId: string }) {
  const t = useTranslations('services.list.empty');
  return (
    <EmptyState
      icon={<Layers />}
      title={t('title')}
      actions={<AddServiceButton environmentId={environmentId} label={t('add')} />}
    >
      <p>{t('text')}</p>
    </EmptyState>
  );
}
