'use client';
import { FileUp, Plus, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { useMe } from '@/components/shell/me-context';
import { QueryResult } from '@/components/status/query-result';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { onDemand } from '@/components/ui/on-demand';
import { usePolicies } from '@/lib/client/policies';
import { hasRole } from '@/lib/model/actor';
import { AdminSection } from '../admin-section';
import { FailureSetting } from './failure-setting';
import { PolicyCard } from './policy-card';
import { ReadyPolicies } from './ready-policies';

const ImportPolicy = onDemand<ComponentProps<typeof import('./import-policy').ImportPolicy>>(
  async () => (await import('./import-policy')).ImportPolicy,
);

/** The policies that hold here, with what they said last; whoever may writes them. */
export function PoliciesPage() {
  const t = useTranslations('policies.list');
  const me = useMe();
  const policies = usePolicies();
  const [importing, setImporting] = useState(false);
  const mayWrite = me.system_admin || hasRole(me.role, 'admin');
  return (
    <AdminSection
      name="policies"
      title={t('title')}
      description={t('description', { tenant: me.tenant.name })}
      actions={
        mayWrite && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setImporting(true)}>
              <FileUp aria-hidden />
              {t('import')}
            </Button>
            <LinkButton variant="primary" href="/admin/policies/new">
              <Plus aria-hidden />
              {t('create')}
            </LinkButton>
          </div>
        )
      }
    >
      <QueryResult of={policies}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={<ShieldCheck />} title={t('emptyTitle')}>
              <p>{t('empty')}</p>
            </EmptyState>
          ) : (
            <ul className="flex flex-col gap-3">
              {all.map((policy) => (
                <PolicyCard key={policy.id} policy={policy} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      {mayWrite && <ReadyPolicies />}
      <FailureSetting />
      {importing && <ImportPolicy onClose={() => setImporting(false)} />}
    </AdminSection>
  );
}
