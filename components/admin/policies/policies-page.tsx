'use client';
import { FileUp, Plus, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { useMe } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { onDemand } from '@/components/ui/on-demand';
import { usePolicies } from '@/lib/client/policies';
import { hasRole } from '@/lib/model/actor';
import { QueryResult } from '../query-result';
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
    <section aria-labelledby="admin-policies" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id="admin-policies" className="font-semibold text-[17px]">
            {t('title')}
          </h2>
          <p className="mt-0.5 max-w-prose text-ink-muted">{t('description', { tenant: me.tenant.name })}</p>
        </div>
        {mayWrite && (
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
        )}
      </div>
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
    </section>
  );
}
