'use client';
import { useTranslations } from 'next-intl';
import { useMe, useRoleReason } from '@/components/shell/me-context';
import { Notice } from '@/components/ui/notice';
import { FaultForm } from './fault-form';
import { FaultList } from './fault-list';

/** What is made to go wrong on the simulated machines of one's tenant, for demonstrations and for practice. */
export function FaultsPage() {
  const t = useTranslations('admin.faults');
  const { cloud, tenant } = useMe();
  const reason = useRoleReason('admin');
  return (
    <section aria-labelledby="admin-faults" className="flex flex-col gap-5">
      <div>
        <h2 id="admin-faults" className="font-semibold text-[17px]">
          {t('title')}
        </h2>
        <p className="mt-0.5 max-w-prose text-ink-muted">{t('description', { tenant: tenant.name })}</p>
      </div>
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
    </section>
  );
}
