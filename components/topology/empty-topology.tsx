'use client';
import { Workflow } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRoleReason } from '@/components/shell/me-context';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';

/** An environment without services: what will be drawn here, and how to begin. */
export function EmptyTopology({ environmentId }: { environmentId: string }) {
  const t = useTranslations('topology.empty');
  const reason = useRoleReason();
  return (
    <EmptyState
      icon={<Workflow />}
      title={t('title')}
      actions={
        reason === null && (
          <LinkButton variant="primary" href={`/environments/${environmentId}/services/add`}>
            {t('add')}
          </LinkButton>
        )
      }
    >
      {reason === null ? t('member') : t('reader')}
    </EmptyState>
  );
}
