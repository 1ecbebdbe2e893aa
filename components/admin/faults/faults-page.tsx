'use client';
import { useTranslations } from 'next-intl';
import { useMe, useRoleReason } from '@/components/shell/me-context';
import { Notice } from '@/components/ui/notice';
import { AdminSection } from '../admin-section';
import { FaultForm } from './fault-form';
import { FaultList } from './fault-list';

/** What is made to go wrong on the simulated machines of one's tenant, for demonstrations and for practice. */
export function FaultsPage() {
  const t = useTranslations('admin.faults');
  const { cloud, tenant } = useMe();
  const reason = useRoleReason('admin');
  return (
    <AdminSection name="faults" title={t('title')} description={t('description', { tenant: tenant.name })}>
      {!cloud.simulated ? (
        <Notice>{t('notSimulated')}</Notice>
      ) : reason !== null ? (
        <Notice>{reason}</Notice>
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <FaultForm />
          <FaultList />
        </div>
      )}
    </AdminSection>
  );
}
